export const tryAgain = "Try again"
export const sendingAOneTimeCode = "Sending a one-time code…"
export const checkYourEmail = "Check your email"
