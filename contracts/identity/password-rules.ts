import { charactersIn } from "../text-length.ts"
import { passwordMaxLength } from "./credential-lengths.ts"

const passwordMinLength = 8

/**
 * The requirements for a new password, with the texts of the live list. The server also refuses
 * passwords that are easy to guess (`isGuessable`).
 */
export const passwordRules: readonly { text: string; isMet(password: string): boolean }[] = [
  {
    text: "at least 8 characters in length",
    isMet: (password) => charactersIn(password) >= passwordMinLength,
  },
  { text: "at least 1 lowercase letter (a-z)", isMet: (password) => /[a-z]/.test(password) },
  { text: "at least 1 uppercase letter (A-Z)", isMet: (password) => /[A-Z]/.test(password) },
  { text: "at least 1 number (i.e. 0-9)", isMet: (password) => /[0-9]/.test(password) },
]
const passwordsMatchText = "New and Confirm password must match"

export const passwordSameText = "Your new password must differ from the old one."

/**
 * Compares two spellings of a password, because keyboards can send the same letters as different
 * code points.
 */
export function isSamePassword(one: string, other: string): boolean {
  return one.normalize("NFKC") === other.normalize("NFKC")
}

export function isNewPassword(password: string): boolean {
  const isMet = passwordRules.every((rule) => rule.isMet(password))
  return isMet && charactersIn(password) <= passwordMaxLength
}

/** Each line of the live list, and whether its requirement is met. */
export function passwordChecklist(
  password: string,
  confirmation: string,
): { text: string; isMet: boolean }[] {
  return [
    ...passwordRules.map(({ text, isMet }) => ({ text, isMet: isMet(password) })),
    { text: passwordsMatchText, isMet: password !== "" && password === confirmation },
  ]
}
