import { fullDay, withFullDays } from "../dates.ts"
import { dollarsOf } from "../money.ts"
import type { AuthorizationFacts, AuthorizationKind } from "./authorization-rules.ts"
import { uncoveredAmount, uncoveredDate } from "./other-bills.ts"

/** The facts of an authorization in words, for display above its text; "" if there is none. */
export interface AuthorizedTerms {
  /** The amount charged now, by the next charge of auto pay, or for the next bill. */
  amount: string
  /** An account such as "VISA ending in 4242". */
  account: string
  date: string
  /** The amount of each later period, and its frequency. */
  later: string
  product: string
}

/** The labels of amount and date. */
const labels: Record<AuthorizationKind, [amount: string, date: string]> = {
  "pay-now": ["Amount", "Date of the charge"],
  add: ["First charge", "Date of the charge"],
  "add-admin-fees": ["First charge", "Date of the charge"],
  both: ["First charge", "Date of the charge"],
  "payment-method": ["Next charge", "Date of the charge"],
  frequency: ["Next payment", "Due date"],
  remove: ["Next bill", "Due date"],
}

/** The labeled facts above the text of an authorization, on the screen and in its PDF. */
export function authorizationSummary(
  kind: AuthorizationKind,
  { amount, account, date, later, product }: AuthorizedTerms,
): [label: string, value: string][] {
  const [amountLabel, dateLabel] = labels[kind]
  const ended = kind === "remove" ? "No longer charged automatically" : ""
  const facts: [string, string][] = [
    [amountLabel, amount],
    ["Account", ended || account],
    [dateLabel, date],
    ["After that", later],
    ["For", product],
  ]
  return facts.filter(([, value]) => value !== "")
}

/** The terms of the authorization that the person is about to give. */
export function authorizedTerms(
  kind: AuthorizationKind,
  facts: AuthorizationFacts,
): AuthorizedTerms {
  const { amountDue, dueDate, financialInstitution, accountNumber, currentDate } = facts
  const isPayNow = kind === "pay-now"
  const isCovered = amountDue === 0
  return {
    amount: isCovered ? uncoveredAmount("your") : dollarsOf(amountDue),
    account: accountNumber && `${financialInstitution} ending in ${accountNumber}`,
    date: isPayNow
      ? `Today, ${fullDay(currentDate)}`
      : withFullDays(dueDate) || (isCovered ? uncoveredDate("your") : ""),
    later: isPayNow ? "" : laterText(facts),
    product: isPayNow ? productDueText(facts.productName, dueDate) : facts.productName,
  }
}

export function productDueText(product: string, dueDate: string): string {
  return dueDate === "" ? product : `${product}, due on ${withFullDays(dueDate)}`
}

function laterText({ premium, billingFee, frequency }: AuthorizationFacts): string {
  const fee = billingFee === 0 ? "" : dollarsOf(billingFee)
  return periodText(dollarsOf(premium + billingFee), fee, frequency)
}

/** The price of a period. `amount` includes the fee; `fee` is "" without one. */
export function periodText(amount: string, fee: string, frequency: string): string {
  const included = fee === "" ? "" : `, including a billing fee of ${fee}`
  return `${amount} (${frequency})${included}`
}
