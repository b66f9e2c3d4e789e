export const enterNameAsOnPlan =
  "Please enter your name and e-mail address as they are on your plan documentation."
export const firstName = "First name"
export const lastName = "Last name"
export const eMail = "E-mail"
export const emailHint = "We send a one-time code to this address if it is the one we have on file."
export const backToLogin = "Back to login"
export const checkingYourInformation = "Checking your information…"
export const next = "Next"
