export const securityVerification = "Security Verification"
export const yourAnswer = "Your answer"
export const checkingYourAnswer = "Checking your answer…"
export const submit = "Submit"
