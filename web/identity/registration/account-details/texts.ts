export const backToLogin = "Back to login"
export const checkingYourNumber = "Checking your number…"
export const finishWithin = (minutes: number) =>
  `Please finish within ${minutes} minutes. After that, you have to start again.`
export const next = "Next"
