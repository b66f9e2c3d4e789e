import { decimalOf } from "#contracts/money.ts"
import type { ChargeQuote, PlannedCharge } from "#contracts/payments/payment-center.ts"
import { shownDate } from "#platform/text/dates.ts"
import { yesNo } from "#platform/text/yes-no.ts"
import type { NextCharge, Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { type AfterChange, afterChange } from "./after-change.ts"
import { carriedAmount } from "./carried-amount.ts"
import { type ChargeForecast, canSkip, nextChargeOf, type PaymentSettings } from "./next-charge.ts"

/** The next charge as screens, authorizations and emails show it. `after`: what else a change leaves. */
function chargeQuoteOf(
  { billing }: Policy,
  frequencyCode: string,
  { next, deferred, later, method }: ChargeForecast,
  after: AfterChange = { others: [], isCovered: false },
): ChargeQuote {
  const known = { ...later, adjustment: 0, credit: after.isCovered ? later.premium + later.fee : 0 }
  const { premium, fee, adjustment, credit } = next ?? known
  const dueDate = next ? (method ? next.date : next.dueDates[0]) : billing.dueDate
  return {
    billingMode: frequencyCode,
    isAutoPay: yesNo(method !== null),
    dueDate: after.isCovered ? "" : shownDate(dueDate ?? billing.dueDate),
    ...shownPrice(premium, fee),
    adjustment: decimalOf(-adjustment),
    billingCredit: decimalOf(credit),
    deferredAmount: decimalOf(deferred),
    paymentAmount: decimalOf(next?.amount ?? premium + fee - credit),
    later: shownPrice(later.premium, later.fee),
    otherBills: after.others.map(({ dueDate, owed, isCharged }) => ({
      dueDate: shownDate(dueDate),
      amount: decimalOf(owed),
      isAutoPay: yesNo(isCharged),
    })),
  }
}

/**
 * The next charge after a change to `chosen`, and the quote that shows it. Errors: `AccountSystemAway`.
 */
export async function changeQuoteOf(
  deps: Pick<Deps, "database" | "clock" | "policyAdmin" | "brands">,
  account: { client: string; accountNumber: string },
  policy: Policy,
  today: Temporal.PlainDate,
  chosen: PaymentSettings,
): Promise<{ quote: ChargeQuote; next: NextCharge | undefined }> {
  const forecast = await nextChargeOf(deps, account, policy, today, chosen)
  const { next } = forecast
  const after = await afterChange(deps, account, policy, { today, chosen, next })
  return { quote: chargeQuoteOf(policy, chosen.frequencyCode, forecast, after), next }
}

function shownPrice(premium: number, fee: number) {
  return {
    premium: decimalOf(premium),
    adminFee: decimalOf(fee),
    totalPremium: decimalOf(premium + fee),
  }
}

/**
 * The next charge for each frequency of a product, with auto pay and without. The method of auto pay
 * does not change the amounts.
 */
export async function chargeQuotesOf(
  deps: Pick<Deps, "database" | "clock" | "policyAdmin" | "brands">,
  account: { client: string; accountNumber: string },
  policy: Policy,
  today: Temporal.PlainDate,
): Promise<ChargeQuote[]> {
  const choices = policy.billing.frequencies.flatMap(({ code }) => [
    settings(code, anyMethod),
    settings(code, null),
  ])
  const quoted = choices.map((chosen) => changeQuoteOf(deps, account, policy, today, chosen))
  return (await Promise.all(quoted)).map(({ quote }) => quote)
}

/** The next charge of auto pay as it stands; undefined when auto pay charges nothing. */
export async function plannedChargeOf(
  deps: Pick<Deps, "database" | "clock" | "policyAdmin" | "brands">,
  account: { client: string; accountNumber: string },
  policy: Policy,
  today: Temporal.PlainDate,
): Promise<PlannedCharge | undefined> {
  const forecast = await nextChargeOf(deps, account, policy, today)
  const { next, method, none } = forecast
  if (!next || !method || none !== null) return undefined
  const { policyNumber, billing } = policy
  return {
    ...chargeQuoteOf(policy, billing.frequencyCode, forecast),
    policyNumber,
    dueDates: next.dueDates.map((day) => shownDate(day)),
    paymentMethod: method.label,
    carriedAmount: decimalOf(await carriedAmount(deps, account, policyNumber, next)),
    canSkip: yesNo(canSkip(next, today)),
  }
}

const anyMethod = "any"

function settings(frequencyCode: string, paymentMethodRecordId: string | null): PaymentSettings {
  return { frequencyCode, paymentMethodRecordId, paymentMethodLabel: "" }
}
