export const checkYourEmail = "Check your email"
export const noEmailCallUs = "No email in a few minutes, or no access to it? Please call us at "
export const letThisBrowserLogIn = "Let this browser log in"
export const whyLogIn =
  "There were many tries to open your account, so we have paused logging in with new browsers. If you want to log in with this browser, continue here. You still need your password."
export const closeIfNotAsked = "If you did not ask for the link, close this page."
export const oneMoment = "One moment…"
export const continueToLogIn = "Continue to log in"
export const iForgotMyPassword = "I forgot my password"
export const letThisBrowserRegister = "Let this browser register"
export const whyRegister =
  "There were many tries to register with your name and email address, so we email no more codes for now. If you want to register with this browser, continue here."
export const continueToRegister = "Continue to register"
export const pleaseRegisterAgain = "Please register again"
export const registerLinkWorksOnce =
  "A link to register works once, and for a short time. If no code comes, register again to get a new link."
export const goToRegistration = "Go to registration"
export const pleaseLogIn = "Please log in"
export const logInLinkWorksOnce =
  "A link to log in works once, and for a short time. If you still cannot log in with this browser, log in again to get a new link."
export const goToLogIn = "Go to log-in"
