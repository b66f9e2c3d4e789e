export const confirmTitle = "Confirm your new email address"
export const confirmText =
  "Our customer service changed the email address of your account. If you asked for that, please confirm it."
export const yes = "Yes, this was me"
export const confirming = "Confirming…"
export const denyTitle = "Didn't ask for a new email address?"
export const denyText =
  "Our customer service changed the email address of your account. If you did not ask for that, tell us. We will log your account out everywhere and look into it."
export const no = "No, this was not me"
export const tellingUs = "Telling us…"
export const answered = "We got your answer"
export const goHome = "Go to the home page"
export const openLinkAgain = "Please open the link again"
export const linkWorksOnce = (clientPhoneNumber: string) =>
  `The link in our email works once, within seven days, and only when it is opened from the email. If you did not ask for a new email address, please call us at ${clientPhoneNumber}.`
export const confirmYourNewEmail = "Confirm your new email"
export const waitingForConfirmation = "Waiting for confirmation"
export const enterCode = "Enter code"
export const newEmailAddress = "new email address"
export const cancel = "Cancel"
export const changeOfEmailAddress = "change of email address"
