import { type IsolationCase, inTurn } from "#testing/isolation.ts"
import { shared, sharedId } from "#testing/second-tenant/rows.store.ts"
import {
  findAcceptedPayments,
  findContradicted,
  findContradictedProducts,
  findStoredPayments,
  savePaidBills,
} from "./payable.store.ts"

export const payableCases: IsolationCase[] = [
  {
    name: "findContradicted",
    run: (tx, client) =>
      inTurn([{ id: sharedId(1) }, { accountNumber: shared.account }], (of) =>
        findContradicted(tx, [client, "wayfarer"], of),
      ),
  },
  {
    name: "findContradictedProducts",
    run: (tx, client) => findContradictedProducts(tx, client, [sharedId(1), sharedId(3)]),
  },
  {
    name: "findAcceptedPayments",
    run: (tx, client) =>
      inTurn([shared.paidPolicy, shared.settledPolicy], (policy) =>
        findAcceptedPayments(tx, client, policy),
      ),
  },
  {
    name: "findKeptPayments",
    run: (tx, client) =>
      inTurn([shared.paidPolicy, shared.settledPolicy], (policy) =>
        findStoredPayments(tx, client, policy),
      ),
  },
  {
    name: "savePaidBills",
    run: (tx, client) => savePaidBills(tx, client, [{ id: sharedId(1), pays: [] }]),
  },
]
