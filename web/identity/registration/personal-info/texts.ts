export const enterNameAsOnPlan =
  "Please enter your name and email address as they appear on your plan documentation."
export const eMail = "Email"
export const emailHint =
  "We will send a one-time code to this address if it is the one we have on file."
export const checkingYourInformation = "Checking your information…"
export const next = "Next"
