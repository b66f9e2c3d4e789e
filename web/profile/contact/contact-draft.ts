import {
  type ContactPart,
  contactParts,
  contactProblems,
  emailsDifferText,
  type TypedContact,
} from "#contracts/profile/contact-rules.ts"
import { formattedPhone } from "#contracts/profile/phone-rules.ts"
import type { Profile } from "#contracts/profile/profile.ts"
import { requiredText } from "#contracts/required-field.ts"
import { disabledReason } from "../edit-option.ts"
import * as texts from "../texts.ts"
import { addressLines } from "./address-lines.ts"

/** The fields of the contact form. */
export interface ContactDraft extends TypedContact {
  reenteredEmail: string
}
export type ContactField = keyof ContactDraft

const parts = Object.keys(contactParts) as ContactPart[]

export function draftOf({ address, phoneNumber, policyHolder }: Profile): ContactDraft {
  const { emailAddress } = policyHolder
  return {
    ...address,
    phoneNumber: formattedPhone(phoneNumber),
    emailAddress,
    reenteredEmail: emailAddress,
  }
}

/** Why each part is disabled now; "" for an enabled part. */
export function reasonsOf({ editOption }: Profile): Record<ContactPart, string> {
  const { addressEdit, phoneNumberEdit, emailEdit } = editOption
  return {
    address: disabledReason(addressEdit),
    phoneNumber: disabledReason(phoneNumberEdit),
    email: disabledReason(emailEdit),
  }
}

/**
 * Why the form cannot be used now: saving is disabled, or all its parts are. "" if it can be used.
 */
export function formReason(profile: Profile): string {
  const reasons = Object.values(reasonsOf(profile))
  const closed = reasons.includes("") ? "" : [...new Set(reasons)].join(" ")
  return disabledReason(profile.editOption.save) || closed
}

/**
 * The errors of the fields. A disabled part is not checked, because it may be older than the rules.
 */
export function draftProblems(
  draft: ContactDraft,
  profile: Profile,
): Partial<Record<ContactField, string | undefined>> {
  const reasons = reasonsOf(profile)
  const problems = contactProblems(draft)
  const open = parts.filter((part) => reasons[part] === "")
  const found: Partial<Record<ContactField, string | undefined>> = Object.fromEntries(
    open.flatMap((part) => contactParts[part].map((field) => [field, problems[field]])),
  )
  if (open.includes("email")) found.reenteredEmail = reenterProblem(draft)
  return found
}

function reenterProblem({ emailAddress, reenteredEmail }: ContactDraft): string | undefined {
  if (reenteredEmail.trim() === "") return requiredText
  return reenteredEmail.trim() === emailAddress.trim() ? undefined : emailsDifferText
}

/**
 * The parts whose typed value differs from the value on file, with the value on file as displayed.
 */
export function differences(
  draft: ContactDraft,
  onFile: Profile,
): { part: ContactPart; label: string; lines: string[] }[] {
  const filed = draftOf(onFile)
  const shown: Record<ContactPart, { label: string; lines: string[] }> = {
    address: { label: texts.address, lines: addressLines(onFile.address) },
    phoneNumber: { label: texts.phoneNumber, lines: [filed.phoneNumber || texts.none] },
    email: { label: texts.email, lines: [filed.emailAddress || texts.none] },
  }
  return parts
    .filter((part) => contactParts[part].some((field) => draft[field].trim() !== filed[field]))
    .map((part) => ({ part, ...shown[part] }))
}

/** The draft with one part replaced by the value on file. */
export function withFiled(draft: ContactDraft, part: ContactPart, onFile: Profile): ContactDraft {
  const filed = draftOf(onFile)
  const fields: ContactField[] = [...contactParts[part]]
  if (part === "email") fields.push("reenteredEmail")
  return { ...draft, ...Object.fromEntries(fields.map((field) => [field, filed[field]])) }
}
