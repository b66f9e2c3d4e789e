import { centsOf, dollarsOf } from "../money.ts"
import { filled, placeholdersIn } from "../placeholders.ts"
import type { PaymentMethod } from "./payment-methods.ts"

/**
 * What a person agrees to before money moves: a managed text with the facts of the case filled
 * in. Browser and server make the same text of the same facts, so that the server keeps what was
 * read.
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

/** The title of the managed text, such as "authorization add admin fees". */
export function authorizationTitle(kind: AuthorizationKind): string {
  return `authorization ${kind.replaceAll("-", " ")}`
}

export const authorizationTitles: readonly string[] = authorizationKinds.map(authorizationTitle)

/** Dates are MM/DD/YYYY, amounts decimal strings. What a kind has no use for is "". */
export interface AuthorizationFacts {
  /** The server's day, which came with what the person looks at: a device's clock can be wrong. */
  currentDate: string
  fullName: string
  userName: string
  clientName: string
  tollFree: string
  productName: string
  /** "" where the account system names none. */
  dueDate: string
  /** In words, such as "Monthly": as it is to be, and as it is now. */
  frequency: string
  oldFrequency: string
  /** Bank, card company or kind of card. */
  financialInstitution: string
  /** Last four digits. */
  accountNumber: string
  /** What is charged: now, or each time by auto pay (premium and fee together). */
  amountDue: string
  premium: string
  billingFee: string
}
type Placeholder = keyof AuthorizationFacts

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

/** The placeholders of a text that this kind of authorization knows nothing to say for. */
export function unknownPlaceholders(kind: AuthorizationKind, text: string): string[] {
  return placeholdersIn(text).filter((name) => !placeholdersOf[kind].includes(name))
}

/**
 * The managed HTML `template` with the facts in place, escaped. Nothing when the template is empty
 * or would leave a gap: nobody is asked to agree to such a text.
 */
export function authorizationText(
  kind: AuthorizationKind,
  template: string,
  facts: AuthorizationFacts,
): string | undefined {
  const words: Record<string, string> = inWords(facts)
  const isWhole =
    template.trim() !== "" &&
    unknownPlaceholders(kind, template).length === 0 &&
    placeholdersIn(template).every((name) => words[name]?.trim())
  return isWhole ? filled(template, words) : undefined
}

function inWords(facts: AuthorizationFacts): Record<Placeholder, string> {
  return {
    ...facts,
    dueDate: facts.dueDate || "the next due date",
    amountDue: dollarsOf(centsOf(facts.amountDue)),
    premium: dollarsOf(centsOf(facts.premium)),
    billingFee: dollarsOf(centsOf(facts.billingFee)),
  }
}

/** Tells one text from every other, to the letter: its SHA-256 as hex. */
export async function authorizationVersion(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** Where a method's money is, and its last four digits, as a text names them. */
export function methodFacts(method: Pick<PaymentMethod, "creditCard" | "bankAccount">) {
  const { creditCard, bankAccount } = method
  return {
    financialInstitution: (creditCard ?? bankAccount)?.financialInstitutionName ?? "",
    accountNumber: (creditCard ?? bankAccount)?.accountNumberLast4Digit ?? "",
  }
}
