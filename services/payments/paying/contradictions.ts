import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import type { Deps } from "#services/deps.ts"
import { addDifferences, type Difference } from "../differences/differences.store.ts"
import { reportDifferences } from "../differences/reported-differences.ts"
import { findAcceptedPayments, findContradictedProducts } from "./payable.store.ts"
import { type PayableBill, payableBills } from "./payable.ts"
import { readShownBills } from "./payable-bills.ts"

/**
 * The payments that have paid bills which the account system shows as open, as differences of the
 * ledger: one for each payment and bill. A payment that is being recorded is not a difference.
 */
function contradictionsOf(client: string, bills: readonly PayableBill[]): Difference[] {
  return bills.flatMap(({ bill, paidBy }) =>
    paidBy
      .filter(({ payment }) => !payment.isRecording)
      .map(({ payment, amount }) => ({
        kind: "billPaid",
        subject: `${client} payment ${payment.confirmationNumber}, bill due ${bill.dueDate}`,
        client,
        paymentId: payment.id,
        reference: "",
        ours: amount,
        theirs: 0,
        at: payment.acceptedAt,
      })),
  )
}

/** Stores the contradictions that led to the rejection of a payment. */
export async function noteContradictions(
  { database, clock, log }: Pick<Deps, "database" | "clock" | "log">,
  { differences }: Pick<PaymentMetrics, "differences">,
  client: string,
  bills: readonly PayableBill[],
): Promise<void> {
  const added = await addDifferences(database, contradictionsOf(client, bills), clock.now())
  reportDifferences(added, differences, log)
}

/**
 * The current contradictions of the products that have a stored one, and of these payments of the
 * client, which the account system does not show. Errors: `AccountSystemAway`.
 */
export async function findContradictions(
  { database, policyAdmin }: Pick<Deps, "database" | "policyAdmin">,
  client: string,
  paymentIds: readonly string[],
): Promise<Difference[]> {
  const found: Difference[] = []
  for (const product of await findContradictedProducts(database, client, paymentIds)) {
    const { bills, entries } = await readShownBills(policyAdmin, product)
    const accepted = await findAcceptedPayments(database, client, product.policyNumber)
    found.push(...contradictionsOf(client, payableBills(bills, entries, accepted)))
  }
  return found
}
