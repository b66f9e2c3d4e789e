import { plainDigits } from "../digits.ts"
import { isBlank } from "../required-field.ts"

export const phoneInvalidText = "Please enter a 10-digit phone number."

/** The digits of a typed number. */
export function phoneDigits(typed: string): string {
  return plainDigits(typed).replace(/\D/g, "")
}

/** Formats the digits typed so far as (xxx) xxx-xxxx. Forms apply it after every keystroke. */
export function formattedPhone(typed: string): string {
  const digits = phoneDigits(typed).slice(0, 10)
  if (digits.length <= 3) return digits
  const area = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}`
  return digits.length <= 6 ? area : `${area}-${digits.slice(6)}`
}

/** Whether the number is empty or has ten digits, the first of which is neither 0 nor 1. */
export function isPhone(typed: string): boolean {
  return /^[2-9]\d{9}$/.test(phoneDigits(typed)) || isBlank(typed)
}
