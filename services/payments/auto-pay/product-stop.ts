import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import type { AutoPayDue } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { addDifferences } from "../differences/differences.store.ts"
import { reportDifferences } from "../differences/reported-differences.ts"
import { ConflictingChange, findStoredSoFar, lockAsRead } from "../paying/product-lock.store.ts"
import { closeAnnounced, findKnownCharges } from "./announced-charges.store.ts"
import type { AutoPayFailures } from "./auto-pay-failures.ts"
import { droppedEmail } from "./dropped-charges.ts"
import { otherProduct } from "./other-products.ts"
import { productBefore } from "./same-product.ts"

/**
 * Stops auto pay of a product whose number stands for a different product than the customer
 * authorized: suspends it until a new authorization, cancels announced charges by email, and stores
 * a difference for the operator.
 */
export function createProductStop(
  deps: Deps,
  failures: Pick<AutoPayFailures, "suspendIn">,
  { differences }: Pick<PaymentMetrics, "differences">,
) {
  const { database, clock, policyAdmin, log, wakeEmail } = deps

  /**
   * Does nothing while a change of auto pay is waiting: it may be the new authorization. Returns
   * how many emails were written; undefined if the product itself has the authorized description,
   * and only the due list describes it differently. Errors: `AccountSystemAway`.
   */
  return async function stop(
    due: AutoPayDue,
    today: Temporal.PlainDate,
  ): Promise<number | undefined> {
    const { client, accountNumber, policyNumber } = due
    const soFar = await findStoredSoFar(database, due)
    const [known] = await findKnownCharges(database, client, [due], today.toString())
    if (!known || known.isSuspended || soFar.isChanging) return 0
    const policy = (await policyAdmin.policy(client, accountNumber, policyNumber))?.policy
    if (!policy) return 0
    const before = productBefore(known, { ...due, productDesc: policy.productDesc })
    if (before === undefined) return undefined
    const announced = known.open.filter(
      (one) =>
        one.methodRecordId === due.paymentMethodRecordId && one.accountNumber === accountNumber,
    )
    const told = announced.filter(({ isTold }) => isTold)
    const chargeOn = due.dueDate > today.toString() ? due.dueDate : today.toString()
    const charges = told.length > 0 ? told : [{ amount: due.amount, chargeOn, isTold: false }]
    const reason = { kind: "otherProduct", before, now: policy.productDesc } as const
    const emails = await Promise.all(
      charges.map((charge) => droppedEmail(deps, { ...due, ...charge }, reason, policy)),
    )
    const now = clock.now()
    const added = await database
      .transaction(async (tx) => {
        await lockAsRead(tx, due, soFar)
        const suspension = { policyNumber, methodRecordId: "", reason: "otherProduct" }
        if (!(await failures.suspendIn(tx, due, suspension))) return undefined
        for (const { id } of announced) await closeAnnounced(tx, client, id, now)
        for (const email of emails) await email.add(tx)
        return await addDifferences(tx, [otherProduct(due, now)], now)
      })
      .catch((error: unknown) => {
        if (error instanceof ConflictingChange) return undefined
        throw error
      })
    if (!added) return 0
    reportDifferences(added, differences, log)
    wakeEmail()
    return emails.filter(({ isAddressed }) => isAddressed).length
  }
}
