import { decimalOf } from "#contracts/money.ts"
import type { ChargeQuote, PlannedCharge } from "#contracts/payments/payment-center.ts"
import { shownDate } from "#platform/text/dates.ts"
import { yesNo } from "#platform/text/yes-no.ts"
import type { Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { carriedAmount } from "./carried-amount.ts"
import { type ChargeForecast, canSkip, nextChargeOf, type PaymentSettings } from "./next-charge.ts"

/** The next charge as screens, authorizations and emails show it. */
export function chargeQuoteOf(
  { billing }: Policy,
  frequencyCode: string,
  { next, deferred, later, method }: ChargeForecast,
): ChargeQuote {
  const { premium, fee, adjustment, credit } = next ?? { ...later, adjustment: 0, credit: 0 }
  const dueDate = next && (method ? next.date : next.dueDates[0])
  return {
    billingMode: frequencyCode,
    isAutoPay: yesNo(method !== null),
    dueDate: shownDate(dueDate ?? billing.dueDate),
    ...shownPrice(premium, fee),
    adjustment: decimalOf(-adjustment),
    billingCredit: decimalOf(credit),
    deferredAmount: decimalOf(deferred),
    paymentAmount: decimalOf(next?.amount ?? premium + fee),
    later: shownPrice(later.premium, later.fee),
  }
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
  return await Promise.all(
    choices.map(async (chosen) => {
      const forecast = await nextChargeOf(deps, account, policy, today, chosen)
      return chargeQuoteOf(policy, chosen.frequencyCode, forecast)
    }),
  )
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
    paymentMethod: method.label,
    carriedAmount: decimalOf(await carriedAmount(deps, account, policyNumber, next)),
    canSkip: yesNo(canSkip(next, today)),
  }
}

const anyMethod = "any"

function settings(frequencyCode: string, paymentMethodRecordId: string | null): PaymentSettings {
  return { frequencyCode, paymentMethodRecordId, paymentMethodLabel: "" }
}
