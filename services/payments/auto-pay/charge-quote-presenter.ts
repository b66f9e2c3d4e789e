import { decimalOf } from "#contracts/money.ts"
import type { ChargeQuote, PlannedCharge } from "#contracts/payments/payment-center.ts"
import { shownDate } from "#platform/text/dates.ts"
import { yesNo } from "#platform/text/yes-no.ts"
import type { NextCharge, Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { mergedByDueDate } from "#services/products/due-status.ts"
import { carriedAmount } from "./carried-amount.ts"
import type { ChargeFacts } from "./charge-facts.ts"
import { type AfterChange, chargesAfterChange, coveredPart } from "./charges-after-change.ts"
import {
  type ChargeForecast,
  canSkip,
  nextChargeOf,
  type PaymentSettings,
  periodPrice,
} from "./next-charge.ts"

type QuotedCharge = Pick<ChargeForecast, "next" | "deferred" | "later"> & { isAutoPay: boolean }

/**
 * The next charge as screens, authorizations and emails show it. `after`: the rest of the state
 * after a change.
 */
function chargeQuoteOf(
  { billing }: Policy,
  frequencyCode: string,
  { next, deferred, later, isAutoPay }: QuotedCharge,
  after: Omit<AfterChange, "next"> = { others: [], cover: null, underWay: undefined },
): ChargeQuote {
  const { premium, fee, adjustment, credit, alreadyPaid } = next ?? coveredPart(later, after.cover)
  const dueDate = next ? (isAutoPay ? next.date : next.dueDates[0]) : billing.dueDate
  return {
    billingMode: frequencyCode,
    isAutoPay: yesNo(isAutoPay),
    dueDate: after.cover ? "" : shownDate(dueDate ?? billing.dueDate),
    ...shownPrice(premium, fee),
    adjustment: decimalOf(-adjustment),
    billingCredit: decimalOf(credit - alreadyPaid),
    alreadyPaid: decimalOf(alreadyPaid),
    deferredAmount: decimalOf(deferred),
    paymentAmount: decimalOf(next?.amount ?? premium + fee - credit),
    later: shownPrice(later.premium, later.fee),
    otherBills: mergedByDueDate(after.others).map(({ dueDate, owed, isCharged }) => ({
      dueDate: shownDate(dueDate),
      amount: decimalOf(owed),
      isAutoPay: yesNo(isCharged),
    })),
    underWay: decimalOf(after.underWay?.amount ?? 0),
  }
}

/** The next charge after a change, and the quote that shows it. */
type ChangeQuote = { quote: ChargeQuote; next: NextCharge | undefined }

/** The quotes of changes to each of `choices`, in their order. Errors: `AccountSystemAway`. */
async function changeQuotesOf(
  deps: Pick<Deps, "database" | "clock" | "policyAdmin" | "brands">,
  account: { client: string; accountNumber: string },
  policy: Policy,
  today: Temporal.PlainDate,
  choices: readonly PaymentSettings[],
  facts?: ChargeFacts,
): Promise<ChangeQuote[]> {
  const afterwards = await chargesAfterChange(deps, account, policy, today, choices, facts)
  return choices.flatMap((chosen, index) => {
    const after = afterwards[index]
    return after ? [{ next: after.next, quote: quoteAfter(policy, chosen, after) }] : []
  })
}

function quoteAfter(policy: Policy, chosen: PaymentSettings, after: AfterChange): ChargeQuote {
  const { frequencyCode, paymentMethodRecordId } = chosen
  const isAutoPay = paymentMethodRecordId !== null
  const facts = { next: after.next, deferred: 0, later: periodPrice(policy, chosen), isAutoPay }
  return chargeQuoteOf(policy, frequencyCode, facts, after)
}

/** The quote of a change to `chosen`. Errors: `AccountSystemAway`. */
export async function changeQuoteOf(
  deps: Pick<Deps, "database" | "clock" | "policyAdmin" | "brands">,
  account: { client: string; accountNumber: string },
  policy: Policy,
  today: Temporal.PlainDate,
  chosen: PaymentSettings,
): Promise<ChangeQuote> {
  const [only] = await changeQuotesOf(deps, account, policy, today, [chosen])
  if (!only) throw new Error("A change has one quote.")
  return only
}

function shownPrice(premium: number, fee: number) {
  return {
    premium: decimalOf(premium),
    adminFee: decimalOf(fee),
    totalPremium: decimalOf(premium + fee),
  }
}

/**
 * The next charge for each frequency of a product, with auto pay and without. The method of auto
 * pay does not change the amounts.
 */
export async function chargeQuotesOf(
  deps: Pick<Deps, "database" | "clock" | "policyAdmin" | "brands">,
  account: { client: string; accountNumber: string },
  policy: Policy,
  today: Temporal.PlainDate,
  facts?: ChargeFacts,
): Promise<ChargeQuote[]> {
  const choices = policy.billing.frequencies.flatMap(({ code }) =>
    ["any", null].map((recordId) => settings(code, recordId)),
  )
  const quoted = await changeQuotesOf(deps, account, policy, today, choices, facts)
  return quoted.map(({ quote }) => quote)
}

/** The currently planned next auto pay charge; undefined if auto pay charges nothing. */
export async function plannedChargeOf(
  deps: Pick<Deps, "database" | "clock" | "policyAdmin" | "brands">,
  account: { client: string; accountNumber: string },
  policy: Policy,
  today: Temporal.PlainDate,
  facts?: ChargeFacts,
): Promise<PlannedCharge | undefined> {
  if (policy.billing.paymentMethodRecordId === null) return undefined
  const forecast = await nextChargeOf(deps, account, policy, today, facts)
  const { next, method, none } = forecast
  if (!next || !method || none !== null) return undefined
  const { policyNumber, billing } = policy
  return {
    ...chargeQuoteOf(policy, billing.frequencyCode, { ...forecast, isAutoPay: true }),
    policyNumber,
    dueDates: next.dueDates.map((day) => shownDate(day)),
    paymentMethod: method.label,
    isBankDebit: yesNo(method.isBank),
    carriedAmount: decimalOf(await carriedAmount(deps, account, policyNumber, next)),
    canSkip: yesNo(canSkip(next, today)),
  }
}

function settings(frequencyCode: string, paymentMethodRecordId: string | null): PaymentSettings {
  return { frequencyCode, paymentMethodRecordId, paymentMethodLabel: "" }
}
