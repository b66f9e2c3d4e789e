export const backToLogin = "Back to login"
export const checkingYourNumber = "Checking your number…"
export const leastMinutes = (minutes: number) =>
  `You have at least ${minutes} minutes to finish. After that, you may have to start again.`
export const next = "Next"
