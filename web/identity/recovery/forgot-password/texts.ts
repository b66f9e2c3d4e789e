export const forgotYourPassword = "Forgot your password?"
export const username = "Username"
export const lookingForYourQuestion = "Looking for your question…"
export const nextSecurityVerification = "Next: Security Verification"
