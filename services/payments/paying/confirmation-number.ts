import { createHash } from "node:crypto"
import { withoutSeparators } from "#contracts/digits.ts"
import type { Payment } from "./payments.store.ts"

/** Without vowels, which could form words, and without letters or digits that look alike. */
const letters = "23456789BCDFGHJKMNPQRSTVWXYZ"
const length = 8

/** Tries after which the number changes: another payment may have the first one. */
const triesOfOneNumber = 20

/**
 * The number that identifies a payment on the phone. It is derived from the payment's id, so that a
 * payment that is recorded again after a restore keeps the number that its customer has.
 */
export function confirmationNumberOf({ id, tries }: Pick<Payment, "id" | "tries">): string {
  const other = tries > triesOfOneNumber ? ` ${tries}` : ""
  let rest = BigInt(`0x${createHash("sha256").update(`confirmation ${id}${other}`).digest("hex")}`)
  const count = BigInt(letters.length)
  return Array.from({ length }, () => {
    const letter = letters[Number(rest % count)]
    rest /= count
    return letter
  }).join("")
}

/** Converts a typed confirmation number to its stored form. */
export function typedConfirmationNumber(text: string): string {
  return withoutSeparators(text).toUpperCase()
}
