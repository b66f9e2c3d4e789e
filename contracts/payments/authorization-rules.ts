import { fullDay, withFullDays } from "../dates.ts"
import { dollarsOf } from "../money.ts"
import { filled, placeholdersIn } from "../placeholders.ts"
import type { AutoPayOutcome } from "./auto-pay-rules.ts"
import {
  type OtherBill,
  otherBillsParagraph,
  uncoveredAmount,
  uncoveredDate,
  underWayParagraph,
} from "./other-bills.ts"

/**
 * The text that a person agrees to before money moves: a managed text with the facts filled in.
 * Browser and server build the same text from the same facts, so the server stores the text that
 * the person read.
 */

export const authorizationKinds = [
  "pay-now",
  "add",
  "add-admin-fees",
  "both",
  "payment-method",
  "frequency",
  "remove",
] as const
export type AuthorizationKind = (typeof authorizationKinds)[number]

/**
 * The kind of authorization for a change. Only a charge with a fee uses the text about fees. `fee`
 * is in cents.
 */
export function changeKind(
  outcome: Exclude<AutoPayOutcome, "none">,
  fee: number,
): AuthorizationKind {
  return outcome === "add-admin-fees" && fee === 0 ? "add" : outcome
}

/** The title of the managed text, such as "authorization add admin fees". */
export function authorizationTitle(kind: AuthorizationKind): string {
  return `authorization ${kind.replaceAll("-", " ")}`
}

export const authorizationTitles: readonly string[] = authorizationKinds.map(authorizationTitle)

/** Dates are MM/DD/YYYY, amounts are cents. A fact that a kind does not use is "" or 0. */
export interface AuthorizationFacts {
  /** The server's day, from the reply, because the clock of a device can be wrong. */
  currentDate: string
  fullName: string
  userName: string
  clientName: string
  tollFree: string
  productName: string
  /** "" if the account system has no date. */
  dueDate: string
  /** Labels such as "Monthly": the new frequency and the current one. */
  frequency: string
  oldFrequency: string
  /** The bank, the card company or the kind of card. */
  financialInstitution: string
  /** The last four digits. */
  accountNumber: string
  /** The amount charged now, or by the next charge of auto pay; 0 if a credit covers all bills. */
  amountDue: number
  /** The premium of each period after the next charge. */
  premium: number
  billingFee: number
  /**
   * The staff member who entered it for the person, mentioned at the end; "" if the person entered
   * it.
   */
  enteredBy: string
  /** Open bills in addition to the one in `amountDue`. Every text about a change ends with them. */
  otherBills: readonly OtherBill[]
  /** The charge of auto pay that is in progress when auto pay ends, in cents; 0 without one. */
  underWay: number
}
type Placeholder = Exclude<keyof AuthorizationFacts, "otherBills" | "underWay" | "enteredBy">

const always: readonly Placeholder[] = [
  "currentDate",
  "fullName",
  "userName",
  "clientName",
  "tollFree",
  "productName",
  "dueDate",
  "frequency",
  "amountDue",
]
const ofMethod: readonly Placeholder[] = ["financialInstitution", "accountNumber"]
const ofChange: readonly Placeholder[] = ["oldFrequency", "premium", "billingFee"]

const placeholdersOf: Record<AuthorizationKind, readonly string[]> = {
  "pay-now": [...always, ...ofMethod],
  add: [...always, ...ofMethod, ...ofChange],
  "add-admin-fees": [...always, ...ofMethod, ...ofChange],
  both: [...always, ...ofMethod, ...ofChange],
  "payment-method": [...always, ...ofMethod, ...ofChange],
  frequency: [...always, ...ofChange],
  remove: [...always, ...ofChange],
}

/** The placeholders in a text for which this kind of authorization does not have a fact. */
export function unknownPlaceholders(kind: AuthorizationKind, text: string): string[] {
  return placeholdersIn(text).filter((name) => !placeholdersOf[kind].includes(name))
}

/** Either a paragraph tag, or a sentence with its inline elements. */
const pieces = /<\/?p\b[^>]*>|(?:(?!<\/?p\b)[^.])*\.\s*|(?:(?!<\/?p\b)[^.])+/g

/** The text without the sentences about a billing fee. */
function withoutFee(managed: string): string {
  const kept = managed.match(pieces)?.filter((piece) => !piece.includes("{billingFee}")) ?? []
  return kept.join("").replace(/<p>\s*<\/p>\s*/g, "")
}

/**
 * The managed HTML with the facts filled in and escaped. Without a fee, leaves out the sentences
 * about it. Undefined if the template is empty or a fact is missing: nobody must agree to such a
 * text.
 */
export function authorizationText(
  kind: AuthorizationKind,
  managed: string,
  facts: AuthorizationFacts,
): string | undefined {
  const template = facts.billingFee === 0 ? withoutFee(managed) : managed
  const texts: Record<string, string> = textsOf(facts)
  const isWhole =
    template.trim() !== "" &&
    unknownPlaceholders(kind, template).length === 0 &&
    placeholdersIn(template).every((name) => texts[name]?.trim())
  return isWhole
    ? filled(template, texts) + newFrequency(kind, template, facts) + endOf(facts)
    : undefined
}

/**
 * Adds a new frequency that ends auto pay, because the managed text about the end may not contain
 * it.
 */
function newFrequency(
  kind: AuthorizationKind,
  template: string,
  facts: AuthorizationFacts,
): string {
  const { frequency, oldFrequency } = facts
  const isSaid = kind !== "remove" || template.includes("{oldFrequency}")
  if (isSaid || frequency === oldFrequency) return ""
  const sentence = "<p>My payment frequency changes from {oldFrequency} to {frequency}.</p>"
  return `\n${filled(sentence, { frequency, oldFrequency })}`
}

/** The sentences at the end of every text, in HTML. */
function endOf({ otherBills, underWay, enteredBy }: AuthorizationFacts): string {
  const template = "<p>Customer service ({enteredBy}) entered this for me.</p>"
  const staff = enteredBy === "" ? "" : `\n${filled(template, { enteredBy })}`
  return underWayParagraph(underWay) + otherBillsParagraph(otherBills) + staff
}

function textsOf({
  otherBills: _,
  underWay: __,
  enteredBy: ___,
  ...facts
}: AuthorizationFacts): Record<Placeholder, string> {
  const isCovered = facts.amountDue === 0
  return {
    ...facts,
    currentDate: fullDay(facts.currentDate),
    dueDate: withFullDays(facts.dueDate) || (isCovered ? uncoveredDate("my") : "the next due date"),
    amountDue: isCovered ? uncoveredAmount("my") : dollarsOf(facts.amountDue),
    premium: dollarsOf(facts.premium),
    billingFee: dollarsOf(facts.billingFee),
  }
}

/** Identifies the exact text: its SHA-256 as hex. */
export async function authorizationVersion(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
}
