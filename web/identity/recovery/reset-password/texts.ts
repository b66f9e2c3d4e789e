export const resetYourPassword = "Reset your password"
export const chooseYour = (term: string) => `choose your ${term}`
export const newPassword = "New password"
export const confirmPassword = "Confirm password"
export const savingYourPassword = "Saving your password…"
export const submitNewPassword = "Submit new password"
export const openLinkAgain =
  "Please open the link in your email again. If it has expired, request a new one."
export const checkingYourLink = "Checking your link…"
export const askForANewLink = "Request a new link"
