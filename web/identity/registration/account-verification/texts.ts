export const verified = "Your code is correct. You are verified."
export const backToLogin = "Back to login"
export const next = "Next"
