import { randomInt } from "node:crypto"

/** Without vowels, which could make words, and without what is taken for one another. */
const letters = "23456789BCDFGHJKMNPQRSTVWXYZ"
const length = 8

/** A new number by which a person and an agent name a payment on the telephone. */
export function createConfirmationNumber(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join("")
}

/** A number as it was typed or read out, in the form in which it is kept. */
export function typedConfirmationNumber(text: string): string {
  return text.replace(/[\s-]/g, "").toUpperCase()
}
