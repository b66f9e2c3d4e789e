import type { PlannedCharge } from "#contracts/payments/payment-center.ts"
import type { Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { chargeFactsOf } from "./charge-facts.ts"
import { plannedChargeOf } from "./charge-quote-presenter.ts"

/** The next auto pay charges of these products of an account. Errors: `AccountSystemAway`. */
export async function plannedChargesOf(
  deps: Pick<Deps, "database" | "clock" | "policyAdmin" | "brands">,
  account: { client: string; accountNumber: string },
  policies: readonly Policy[],
  today: Temporal.PlainDate,
): Promise<PlannedCharge[]> {
  const facts = chargeFactsOf(deps, account, policies, today)
  const onAutoPay = policies.filter(({ billing }) => billing.paymentMethodRecordId !== null)
  const charges = await Promise.all(
    onAutoPay.map((policy) => plannedChargeOf(deps, account, policy, today, facts)),
  )
  return charges.filter((charge) => charge !== undefined)
}
