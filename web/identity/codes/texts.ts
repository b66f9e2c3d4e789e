export const codeIsSixDigits = "Please enter all six digits."
export const confirming = "Confirming…"
export const confirmCode = "Confirm Code"
export const noEmailYet =
  "Didn't get the email? It can take a minute. Please check your spam folder too."
export const sendingAnotherCode = "Sending another code…"
export const requestAnotherCode = "Request another code"
export const nextCodeIn = (seconds: number) =>
  `You can request another code in ${seconds === 1 ? "1 second" : `${seconds} seconds`}.`
export const nextCodeNow = "You can request another code now."
export const logInAgain = "We no longer wait for your one-time code. Please log in again."
export const checkYourEmail = "Check your email"
export const tryAgain = "Try again"
export const sendingAOneTimeCode = "Sending a one-time code…"

export const checkAgain = "Check again"
export const checkingHuman = "Running a security check…"
export const checkedHuman = "Security check passed."
export const checkFailed = "We could not complete the security check."
export const checkFailedCallUs =
  "We could not complete the security check. Please try again, or call our customer service team."
