import { randomInt } from "node:crypto"
import { withoutSeparators } from "#contracts/identity/plan-number-rules.ts"

/** No vowels, which could form words, and no letters or digits that look alike. */
const letters = "23456789BCDFGHJKMNPQRSTVWXYZ"
const length = 8

/** A new number that identifies a payment on the phone. */
export function createConfirmationNumber(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join("")
}

/** A typed confirmation number in the form in which it is stored. */
export function typedConfirmationNumber(text: string): string {
  return withoutSeparators(text).toUpperCase()
}
