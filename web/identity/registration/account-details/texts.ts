export const backToLogin = "Back to login"
export const checkingYourNumber = "Checking your number…"
export const next = "Next"
