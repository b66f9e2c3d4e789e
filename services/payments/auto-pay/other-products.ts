import type { Deps } from "#services/deps.ts"
import type { Difference } from "../differences/differences.store.ts"
import { findSuspendedProducts } from "./auto-pay-suspensions.store.ts"

interface Product {
  client: string
  policyNumber: string
}

/**
 * The difference for a product on auto pay whose number stands for a different product than the
 * customer authorized.
 */
export function otherProduct({ client, policyNumber }: Product, at: Date): Difference {
  return {
    kind: "otherProduct",
    subject: `${client} ${policyNumber}`,
    client,
    paymentId: null,
    reference: policyNumber,
    ours: null,
    theirs: null,
    at,
  }
}

/**
 * The products of a client whose auto pay stopped because their number stands for another product,
 * until the customer authorizes it again or auto pay ends. Errors: `AccountSystemAway`.
 */
export async function findOtherProducts(
  { database, policyAdmin }: Pick<Deps, "database" | "policyAdmin">,
  client: string,
): Promise<Difference[]> {
  const found: Difference[] = []
  for (const one of await findSuspendedProducts(database, client, "otherProduct")) {
    const { accountNumber, policyNumber, suspendedAt } = one
    const now = await policyAdmin.policy(client, accountNumber, policyNumber)
    const isOn = now?.policy.active && now.policy.billing.paymentMethodRecordId !== null
    if (isOn) found.push(otherProduct({ client, policyNumber }, suspendedAt))
  }
  return found
}
