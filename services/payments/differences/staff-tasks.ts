import type { Queries } from "#database/sql.ts"
import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import type { Deps } from "#services/deps.ts"
import {
  findNotCharged,
  resolveFraudWarnings,
  resolveStanding,
  writeStanding,
} from "./standing-differences.store.ts"

interface Product {
  client: string
  policyNumber: string
}

interface Payment extends Product {
  id: string
  /** Cents. */
  amount: number
}

/** Facts about payments on which staff must act, as differences of the ledger. */
export function createStaffTasks(
  { clock, log }: Pick<Deps, "clock" | "log">,
  { differences }: Pick<PaymentMetrics, "differences">,
) {
  async function write(
    tx: Queries,
    kind: "notCharged" | "fraudWarning",
    subject: string,
    { client, id, amount: ours }: Payment,
    detail: string,
  ): Promise<void> {
    const at = clock.now()
    const facts = { paymentId: id, ours, detail, at }
    const isNew = await writeStanding(tx, { kind, client, subject }, facts, at)
    if (!isNew) return
    differences.inc({ kind })
    log.error({ difference: kind, client, payment: id, detail }, "Staff must act on a payment.")
  }

  return {
    /**
     * A product was not charged for a reason that does not end by itself: the latest one.
     * `detail`: the class of the reason and the gateway's code.
     */
    async notCharged(tx: Queries, payment: Payment, detail: string): Promise<void> {
      await write(tx, "notCharged", `product ${payment.policyNumber}`, payment, detail)
    },

    /** Call it when a payment of the product is accepted. */
    async charged(tx: Queries, product: Product): Promise<void> {
      await resolveStanding(tx, notChargedOf(product), clock.now())
    },

    /** A card network suspects fraud in a payment that was made. A refund now avoids a dispute. */
    async fraudWarning(tx: Queries, payment: Payment): Promise<void> {
      await write(tx, "fraudWarning", `payment ${payment.id}`, payment, "")
    },
  }
}

/**
 * Resolves the tasks about bills that are no longer open, and about payments that were refunded or
 * taken back. Errors: `AccountSystemAway`.
 */
export async function settleStaffTasks(
  { database, clock, policyAdmin }: Pick<Deps, "database" | "clock" | "policyAdmin">,
  client: string,
): Promise<void> {
  await resolveFraudWarnings(database, client, clock.now())
  for (const { accountNumber, policyNumber, billNumbers } of await findNotCharged(
    database,
    client,
  )) {
    const open = await policyAdmin.openBills(client, accountNumber, policyNumber)
    if (open.some(({ number }) => billNumbers.includes(number))) continue
    await resolveStanding(database, notChargedOf({ client, policyNumber }), clock.now())
  }
}

function notChargedOf({ client, policyNumber }: Product) {
  return { kind: "notCharged", client, subject: `product ${policyNumber}` } as const
}
