export const whyReplace =
  "Someone else created the password that you logged in with. Please replace it with one that only you know. It must be different from the old one."
export const newPassword = "New password"
export const confirmPassword = "Confirm password"
export const savingYourPassword = "Saving your password…"
export const saveAndLogIn = "Save and log in"
export const backToLogin = "Back to login"
export const changeMyPassword = "Change my password"
export const customerSupportLogin = "Customer Support Login"
export const logInWith = (provider: string) => `Log in with ${provider}`
export const openingProvider = (provider: string) => `Opening ${provider}…`
export const loggingIn = "Logging you in…"
export const orWithPassword = "Or log in with a username and password"
export const notLoggedIn = "You are not logged in"
export const answerWorksOnce =
  "The answer of your company account works once, for a few minutes. Please log in again."
export const goToLogin = "Go to login"
