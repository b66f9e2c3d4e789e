export const forgotYourUsername = "Forgot your username?"
export const eMail = "Email"
export const sending = "Sending…"
export const sendRecoveryEmail = "Send recovery email"
