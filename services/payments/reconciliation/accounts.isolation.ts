import type { Queries } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import type { IsolationCase } from "#testing/isolation.ts"
import { otherClient, shared, uuid } from "#testing/second-tenant/keys.ts"
import { addMethod, addPayment } from "#testing/second-tenant/tables.ts"
import { addDifferences } from "../differences/differences.store.ts"
import { findMovedMethods } from "../methods/payment-methods.store.ts"
import * as ledger from "./ledger.store.ts"
import { hasUsed } from "./lost-payments.store.ts"
import { findSweptUntil, writeSweptPeriod } from "./sweep.store.ts"

const { noon } = shared
const anHourLater = later(noon, { hours: 1 })
const gateway = "sandbox:acct_1"

/** A payment in another account with the gateway. */
function paidBy(client: string) {
  const keys = { id: uuid("acc1"), policyNumber: "4009990100", idempotencyKey: "another account" }
  return { ...keys, client, gateway, status: "declined" }
}

/** A read about one client while the other one has a payment in another account. */
function beside(
  name: string,
  read: (tx: Queries, client: string) => Promise<unknown>,
): IsolationCase {
  return {
    name,
    async run(tx, client) {
      await addPayment(tx, paidBy(otherClient(client)))
      await writeSweptPeriod(tx, gateway, { from: noon, until: noon })
      await writeSweptPeriod(tx, "sandbox", { from: noon, until: anHourLater })
      return await read(tx, client)
    },
  }
}

export const accountCases: IsolationCase[] = [
  beside("hasUsed", (tx, client) => hasUsed(tx, client, gateway)),
  {
    name: "hasUsed for methods",
    async run(tx, client) {
      const keys = { recordId: "PM-of-another-account", lastFour: "1111", deletedAt: noon }
      await addMethod(tx, { ...keys, client: otherClient(client), gateway })
      return await hasUsed(tx, client, gateway)
    },
  },
  beside("findSweptUntil", findSweptUntil),
  beside("findDifferences of another account", async (tx, client) => {
    const failed = { kind: "payoutFailed", subject: "po_failed", reference: "po_failed" } as const
    const ofNoClient = { client: null, paymentId: null, ours: 1, theirs: 2, at: noon, gateway }
    await addDifferences(tx, [{ ...failed, ...ofNoClient }], noon)
    const always = { start: new Date(0), end: new Date("2040-01-01") }
    const period = { client, timeZone: "America/New_York", ...always }
    return await ledger.findDifferences(tx, period, true)
  }),
  { name: "findMovedMethods", run: (tx, client) => findMovedMethods(tx, client, gateway, 100) },
]
