import { emailInvalidText } from "#contracts/email-address-rules.ts"
import { ApiError, type MessageId } from "#contracts/messages.ts"
import {
  type ContactPart,
  contactParts,
  contactProblems,
  zipInvalidText,
} from "#contracts/profile/contact-rules.ts"
import { formattedPhone, phoneInvalidText } from "#contracts/profile/phone-rules.ts"
import { requiredText } from "#contracts/required-field.ts"
import type { Contact, Person } from "#ports/policy-admin/port.ts"

const parts = Object.keys(contactParts) as ContactPart[]

/** The name of each part in texts about its change. */
export const partNames: Record<ContactPart, string> = {
  address: "address",
  phoneNumber: "phone number",
  email: "email address",
}

/** The parts that differ between the two. */
export function changedParts(one: Contact, other: Contact): ContactPart[] {
  const [left, right] = [flat(one), flat(other)]
  return parts.filter((part) => contactParts[part].some((field) => left[field] !== right[field]))
}

const messageOf: Record<string, MessageId> = {
  [requiredText]: "profile.required",
  [zipInvalidText]: "profile.zip",
  [phoneInvalidText]: "profile.phone",
  [emailInvalidText]: "email.invalid",
}

/**
 * Rejects a change that the account system does not accept now, or that breaks a rule. Unchanged
 * values are not checked: they may be older than the rules.
 *
 * Errors: `profile.blocked`, `profile.required`, `profile.zip`, `profile.phone`, `profile.state`,
 * `email.invalid`.
 */
export function checkContact(
  { editBlocked, ...onFile }: Person,
  wanted: Contact,
  isState: (stateCode: string) => boolean,
): void {
  refuseBlocked(editBlocked.save)
  const changed = changedParts(onFile, wanted)
  for (const part of changed) refuseBlocked(editBlocked[part])
  const problems = contactProblems(flat(wanted))
  for (const field of changed.flatMap(
    (part): readonly (keyof typeof problems)[] => contactParts[part],
  )) {
    const problem = problems[field]
    if (problem) throw new ApiError(messageOf[problem] ?? "request.invalid")
  }
  const isUnknownState = changed.includes("address") && !isState(wanted.address.stateCode)
  if (isUnknownState) throw new ApiError("profile.state")
}

/** Errors: `profile.blocked` if the account system returns a reason. */
export function refuseBlocked(reason: string): void {
  if (reason !== "") throw new ApiError("profile.blocked", { reason })
}

/** The changed parts as texts for the audit entry. */
export function recordedContact(contact: Contact, changed: ContactPart[]): Record<string, string> {
  const { address, phoneNumber, emailAddress } = contact
  const words: Record<ContactPart, string> = {
    address: Object.values(address).filter(Boolean).join(", "),
    phoneNumber: formattedPhone(phoneNumber),
    email: emailAddress,
  }
  return Object.fromEntries(changed.map((part) => [part, words[part]]))
}

function flat({ address, phoneNumber, emailAddress }: Contact) {
  return { ...address, phoneNumber, emailAddress }
}
