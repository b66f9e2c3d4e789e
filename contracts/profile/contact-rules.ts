/**
 * Rules that the contact form shows and the server enforces. No schemas, because the browser loads
 * this file.
 */

import { emailInvalidText, isEmailAddressOfAnyEnding } from "../email-address-rules.ts"
import { isBlank, requiredText } from "../required-field.ts"
import { isPhone, phoneInvalidText } from "./phone-rules.ts"

/** The fields as entered; the phone number with or without parentheses and dashes. */
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

/** The parts of the contact data. Changes of each part can be disabled separately. */
export const contactParts = {
  address: ["addressLine1", "addressLine2", "addressLine3", "cityName", "stateCode", "zipCode"],
  phoneNumber: ["phoneNumber"],
  email: ["emailAddress"],
} as const satisfies Record<string, readonly (keyof TypedContact)[]>
export type ContactPart = keyof typeof contactParts

/** The error text of each field; undefined if the field is valid. */
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
      (isEmailAddressOfAnyEnding(typed.emailAddress) ? undefined : emailInvalidText),
  }
}

/** 12345, 12345-6789 or 123456789. */
export function isZip(typed: string): boolean {
  return /^\d{5}(-?\d{4})?$/.test(typed.trim())
}

/** The zip code in postal format: 12345-6789 for 123456789. */
export function zipOf(typed: string): string {
  return typed.trim().replace(/^(\d{5})(\d{4})$/, "$1-$2")
}
