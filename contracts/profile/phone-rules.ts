import { isBlank } from "../required-field.ts"

export const phoneInvalidText = "Please enter a 10-digit phone number."

/** Formats the digits typed so far as (xxx) xxx-xxxx. Forms apply it after each key. */
export function formattedPhone(typed: string): string {
  const digits = typed.replace(/\D/g, "").slice(0, 10)
  if (digits.length <= 3) return digits
  const area = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}`
  return digits.length <= 6 ? area : `${area}-${digits.slice(6)}`
}

/** Ten digits, of which the first is neither 0 nor 1, or empty. */
export function isPhone(typed: string): boolean {
  return /^[2-9]\d{9}$/.test(typed.replace(/\D/g, "")) || isBlank(typed)
}
