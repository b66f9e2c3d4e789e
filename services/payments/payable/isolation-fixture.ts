import type { IsolationCase } from "#testing/isolation.ts"
import { shared, sharedId } from "#testing/twin-rows.store.ts"
import { findAcceptedPayments, savePaidBills } from "./payable.store.ts"

export const payableCases: IsolationCase[] = [
  {
    name: "findAcceptedPayments",
    run: (tx, client) => findAcceptedPayments(tx, client, shared.paidPolicy),
  },
  {
    name: "savePaidBills",
    run: (tx, client) => savePaidBills(tx, client, [{ id: sharedId(1), pays: [] }]),
  },
]
