/** How many minutes an emailed link to reset a password is valid. */
export const resetLinkMinutes = 30
/** How many minutes an emailed sign-in link is valid. */
export const signInLinkMinutes = 30
