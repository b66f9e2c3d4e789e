/** The actions that require a solved proof of work. Each proof allows one call. */
export const captchaActions = ["registration", "forgotUsername", "forgotPassword"] as const
export type CaptchaAction = (typeof captchaActions)[number]
export const botText = "You behaviour verified as a bot. Please refresh the page to try again."
