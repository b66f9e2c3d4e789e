export const checkYourEmail = "Check your email"
export const noEmailCallUs = "No email after a few minutes, or no access to it? Please call us at "
export const letThisBrowserLogIn = "Let this browser log in"
export const whyLogIn =
  "Someone tried many times to open your account, so we paused logins from new browsers. If you want to log in with this browser, continue here. You still need your password."
export const closeIfNotAsked = "If you did not ask for the link, close this page."
export const oneMoment = "One moment…"
export const continueToLogIn = "Continue to log in"
export const iForgotMyPassword = "I forgot my password"
export const letThisBrowserRegister = "Let this browser register"
export const whyRegister =
  "Someone tried many times to register with your name and email address, so we paused sending codes. If you want to register with this browser, continue here."
export const continueToRegister = "Continue to register"
export const pleaseRegisterAgain = "Please register again"
export const registerLinkWorksOnce =
  "A registration link works once, for a short time. If you do not get a code, register again to get a new link."
export const goToRegistration = "Go to registration"
export const pleaseLogIn = "Please log in"
export const logInLinkWorksOnce =
  "A login link works once, for a short time. If you still cannot log in with this browser, log in again to get a new link."
export const linkCut =
  "If you came here by a link from our email, your mail program has removed the last part of the link. Copy the whole link from the email and paste it here."
export const linkFromEmail = "Link from the email"
export const linkIncomplete = "This is not the whole link. Please copy all of it from the email."
export const openLink = "Open link"
export const goToLogIn = "Go to login"
