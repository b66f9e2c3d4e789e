/** Minutes for which an emailed link to reset a password is valid. */
export const resetLinkMinutes = 30
/** Minutes for which an emailed sign-in link is valid. */
export const signInLinkMinutes = 30
