import type { Queries } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import type { IsolationCase } from "#testing/isolation.ts"
import { shared } from "#testing/second-tenant/keys.ts"
import { giveToAccount } from "#testing/second-tenant/reconciliation.store.ts"
import { findMovedMethods } from "../methods/payment-methods.store.ts"
import * as ledger from "./ledger.store.ts"
import { hasUsed } from "./lost-payments.store.ts"
import { findSweptUntil, writeSweptPeriod } from "./sweep.store.ts"

const { noon } = shared
const anHourLater = later(noon, { hours: 1 })
const gateway = "sandbox:acct_1"

/** A read about one client while the other one has another account with the gateway. */
function beside(
  name: string,
  read: (tx: Queries, client: string) => Promise<unknown>,
): IsolationCase {
  return {
    name,
    async run(tx, client) {
      await giveToAccount(tx, client === "harbor" ? "twin" : "harbor", gateway, noon)
      await writeSweptPeriod(tx, "sandbox", { from: noon, until: anHourLater })
      return await read(tx, client)
    },
  }
}

export const accountCases: IsolationCase[] = [
  beside("hasUsed", (tx, client) => hasUsed(tx, client, gateway)),
  beside("findSweptUntil", findSweptUntil),
  beside("findDifferences of another account", (tx, client) =>
    ledger.findDifferences(
      tx,
      { client, timeZone: "America/New_York", start: new Date(0), end: new Date("2040-01-01") },
      true,
    ),
  ),
  {
    name: "findMovedMethods",
    async run(tx, client) {
      for (const one of ["harbor", "twin"]) await giveToAccount(tx, one, gateway, noon)
      return await findMovedMethods(tx, client, "sandbox", 100)
    },
  },
]
