import type { PlannedCharge } from "#contracts/payments/payment-center.ts"
import type { Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import type { AutoPayNotice, FindProductNotices } from "#services/products/product-presenter.ts"
import { plannedChargesOf } from "./planned-charges-presenter.ts"
import { findSkips } from "./skips.store.ts"

/** Auto pay of one product, as its customer sees it. */
export interface AutoPayOverview {
  /**
   * Also present for a product without auto pay, such as for a payment that the bank must confirm.
   */
  notice: AutoPayNotice | undefined
  nextCharge: PlannedCharge | undefined
  /** Plain dates of skipped charges, newest first. */
  skipped: string[]
}

/** Derives the auto pay overview of products from the data of the customer's own screens. */
export function createAutoPayOverview(
  deps: Pick<Deps, "database" | "clock" | "policyAdmin" | "brands">,
  noticesOf: FindProductNotices,
) {
  const { database } = deps

  /** Overviews by policy number. Errors: `AccountSystemAway`. */
  return async (
    owner: { client: string; accountNumber: string },
    policies: readonly Policy[],
    today: Temporal.PlainDate,
  ): Promise<ReadonlyMap<string, AutoPayOverview>> => {
    const [notices, planned, skips] = await Promise.all([
      noticesOf(owner, policies, today),
      plannedChargesOf(
        deps,
        owner,
        policies.filter(({ active }) => active),
        today,
      ),
      findSkips(database, owner.client, owner.accountNumber),
    ])
    const charges = new Map(planned.map((charge) => [charge.policyNumber, charge]))
    return new Map(
      policies.map(({ policyNumber }) => {
        const own = skips.filter((skip) => skip.policyNumber === policyNumber)
        const overview = {
          notice: notices.get(policyNumber),
          nextCharge: charges.get(policyNumber),
          skipped: own.map(({ chargeOn }) => chargeOn),
        }
        return [policyNumber, overview]
      }),
    )
  }
}

export type FindAutoPay = ReturnType<typeof createAutoPayOverview>
