/** What the contact form shows and the server enforces. Plain, so that the browser carries no schema. */
import { isBlank } from "../first-screen-rules.ts"
import {
  emailInvalidText,
  isEmailAddress,
  isPhone,
  phoneInvalidText,
  requiredText,
} from "../rules.ts"

/** As typed; the phone with or without its brackets and dashes. */
export interface TypedContact {
  addressLine1: string
  addressLine2: string
  addressLine3: string
  cityName: string
  stateCode: string
  zipCode: string
  phoneNumber: string
  emailAddress: string
}

export const zipInvalidText = "Please enter a 5-digit or 9-digit zip code."
export const emailsDifferText = "The email addresses do not match."

/** The parts that can be closed to changes one by one. */
export const contactParts = {
  address: ["addressLine1", "addressLine2", "addressLine3", "cityName", "stateCode", "zipCode"],
  phoneNumber: ["phoneNumber"],
  email: ["emailAddress"],
} as const satisfies Record<string, readonly (keyof TypedContact)[]>
export type ContactPart = keyof typeof contactParts

/** What is wrong with each field, in the words shown; a field that is fine is undefined. */
export function contactProblems(
  typed: TypedContact,
): Partial<Record<keyof TypedContact, string | undefined>> {
  const required = (field: keyof TypedContact) => (isBlank(typed[field]) ? requiredText : undefined)
  return {
    addressLine1: required("addressLine1"),
    cityName: required("cityName"),
    stateCode: required("stateCode"),
    zipCode: required("zipCode") ?? (isZip(typed.zipCode) ? undefined : zipInvalidText),
    phoneNumber: isPhone(typed.phoneNumber) ? undefined : phoneInvalidText,
    emailAddress:
      required("emailAddress") ??
      (isEmailAddress(typed.emailAddress) ? undefined : emailInvalidText),
  }
}

/** 12345 or 12345-6789. */
export function isZip(typed: string): boolean {
  return /^\d{5}(-\d{4})?$/.test(typed.trim())
}
