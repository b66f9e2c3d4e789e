import type { Coverage, PlannedCharge } from "#contracts/payments/payment-center.ts"
import { shownDate } from "#platform/text/dates.ts"
import type { Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { totalDue } from "#services/products/due-status.ts"
import { chargeFactsOf } from "./charge-facts.ts"
import { plannedChargeOf } from "./charge-quote-presenter.ts"

interface Planned {
  nextCharges: PlannedCharge[]
  coverage: (Coverage & { policyNumber: string })[]
}

/**
 * The next auto pay charges of these products of an account, and the coverage end date of products
 * with a debt, if the account system supplies it. Errors: `AccountSystemAway`.
 */
export async function plannedChargesOf(
  deps: Pick<Deps, "database" | "clock" | "policyAdmin" | "brands">,
  account: { client: string; accountNumber: string },
  policies: readonly Policy[],
  today: Temporal.PlainDate,
): Promise<Planned> {
  const planned: Planned = { nextCharges: [], coverage: [] }
  const facts = chargeFactsOf(deps, account, policies, today)
  await Promise.all(policies.map(addOne))
  return planned

  async function addOne(policy: Policy): Promise<void> {
    const { policyNumber, billing } = policy
    const { client, accountNumber } = account
    const isOnAutoPay = billing.paymentMethodRecordId !== null
    const [charge, bills] = await Promise.all([
      isOnAutoPay ? plannedChargeOf(deps, account, policy, today, facts) : undefined,
      totalDue(billing) > 0 ? deps.policyAdmin.openBills(client, accountNumber, policyNumber) : [],
    ])
    const coveredUntil = bills[0]?.coveredUntil
    if (charge) planned.nextCharges.push(charge)
    if (coveredUntil) {
      const shown = { coveredUntil: shownDate(coveredUntil), graceUntil: "" }
      planned.coverage.push({ policyNumber, ...shown })
    }
  }
}
