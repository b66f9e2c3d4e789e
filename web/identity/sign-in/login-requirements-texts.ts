// Separate from texts.ts, because these load after the login is shown.

export const tryAgain = "Try again"
export const checking = "One moment, we are checking that you can log in…"
export const chooseYour = (term: string) => `choose your ${term}`
export const and = " and "
export const toLogIn = (steps: string) => `To log in, ${steps}.`

export function enter(hasUsername: boolean, hasPassword: boolean): string {
  if (hasUsername) return "enter your password"
  return hasPassword ? "enter your username" : "enter your username and password"
}
export const cookiesBlocked =
  "Your browser blocks cookies, so you cannot log in, register or reset a password. Please allow cookies for this site in the settings of your browser, then try again."
export const orCallUs = (phoneNumber: string) => `Or call us at ${phoneNumber}.`
