/**
 * Rules that a form shows and the server enforces. They are plain functions, so that the browser
 * loads no schema library.
 */

import { isBlank, passwordMaxLength, usernameMaxLength } from "./first-screen-rules.ts"

export * from "./first-screen-rules.ts"

const planNumberLength = 10

/** Removes the spaces that people type between groups of digits, and keeps the last ten digits. */
export function planNumberOf(typed: string): string {
  return typed.replace(/\s/g, "").slice(-planNumberLength)
}

export const planNumberNumericText = "Your Certificate/Plan Number should be numeric."
export const planNumberLengthText = "Your Certificate/Plan Number should be 10 digits long."
export const planNumberUnknownText =
  "The Certificate or Plan Number you entered could not be validated. Your Plan Number is a 10 digit number which can be found on your plan documentation or on a bill."

/** The text that tells what is wrong with a typed plan number, or undefined if it is valid. */
export function planNumberProblem(typed: string): string | undefined {
  const number = typed.replace(/\s/g, "")
  if (/\D/.test(number)) return planNumberNumericText
  return number.length < planNumberLength ? planNumberLengthText : undefined
}

export const emailInvalidText = "The email address you have entered is not valid."
export const emailMaxLength = 254

/**
 * Local part, @, domain, and an ending of two to four letters. Surrounding spaces are allowed.
 * Other invisible characters are refused, and so is `=?`, because email programs decode the text
 * after it.
 */
export function isEmailAddress(typed: string): boolean {
  const address = typed.replace(/^[ \t\u00a0]+|[ \t\u00a0]+$/g, "")
  return (
    address.length <= emailMaxLength &&
    !address.includes("=?") &&
    /^[\w.!#$%&'*+/=?^`{|}~-]+@([A-Za-z0-9-]+\.)+[A-Za-z]{2,4}$/.test(address)
  )
}

export const phoneInvalidText = "Please enter a 10-digit phone number."

/** Formats the digits typed so far as (xxx) xxx-xxxx. Forms apply it after each key. */
export function formattedPhone(typed: string): string {
  const digits = typed.replace(/\D/g, "").slice(0, 10)
  if (digits.length <= 3) return digits
  const area = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}`
  return digits.length <= 6 ? area : `${area}-${digits.slice(6)}`
}

/** Ten digits, or empty. */
export function isPhone(typed: string): boolean {
  const digits = typed.replace(/\D/g, "")
  return digits.length === 10 || isBlank(typed)
}

export const usernameText =
  "A username has letters, digits, dots, dashes, underscores or @, begins with a letter or digit, and has at most 100 characters."

/** Underscores are allowed, because a userid is split at its last one. */
export function isUsername(typed: string): boolean {
  return typed.length <= usernameMaxLength && /^[A-Za-z0-9][A-Za-z0-9._@-]*$/.test(typed)
}

export const requiredText = "Please fill out this field."
const passwordMinLength = 8

/** The requirements for a new password, with the texts of the live list. */
export const passwordRules: readonly { text: string; isMet(password: string): boolean }[] = [
  {
    text: "at least 8 characters in length",
    isMet: (password) => password.length >= passwordMinLength,
  },
  { text: "at least 1 lowercase letter (a-z)", isMet: (password) => /[a-z]/.test(password) },
  { text: "at least 1 uppercase letter (A-Z)", isMet: (password) => /[A-Z]/.test(password) },
  { text: "at least 1 number (i.e. 0-9)", isMet: (password) => /[0-9]/.test(password) },
]
const passwordsMatchText = "New and Confirm password must match"

export const passwordSameText = "Your new password must differ from the old one."

/**
 * Compares two spellings of a password: keyboards may send the same letters as different code
 * points.
 */
export function isSamePassword(one: string, other: string): boolean {
  return one.normalize("NFKC") === other.normalize("NFKC")
}

export function isNewPassword(password: string): boolean {
  return password.length <= passwordMaxLength && passwordRules.every(({ isMet }) => isMet(password))
}

/** Each line of the live list, and whether it holds. */
export function passwordChecklist(
  password: string,
  confirmation: string,
): { text: string; isMet: boolean }[] {
  return [
    ...passwordRules.map(({ text, isMet }) => ({ text, isMet: isMet(password) })),
    { text: passwordsMatchText, isMet: password !== "" && password === confirmation },
  ]
}

/** The actions that require a solved proof of work. Each proof allows one call. */
export const captchaActions = ["registration", "forgotUsername", "forgotPassword"] as const
export type CaptchaAction = (typeof captchaActions)[number]
export const botText = "You behaviour verified as a bot. Please refresh the page to try again."

export const reactivationText =
  "For security purposes, we need to reactivate your account. Please select a new username, password and security question below."

/** The only country whose states are listed: the United States. */
export const statesCountryId = "19"

/** Minutes for which a step-up code that was entered in a session stays valid. */
export const proofMinutes = 10

/** Hours for which a new email address waits for its code. */
export const newEmailHours = 24

/** Minutes for which an emailed link to reset a password is valid. */
export const resetLinkMinutes = 30
/** Minutes for which an emailed sign-in link is valid. */
export const signInLinkMinutes = 30

/**
 * Hours after a customer's change of their own email address in which a password reset or the
 * deletion of a registration by staff needs dual approval.
 */
export const addressGuardHours = 24
/**
 * Days of the same restriction after staff changed the address, unless the owner of the old address
 * confirms the change.
 */
export const emailHoldDays = 7
