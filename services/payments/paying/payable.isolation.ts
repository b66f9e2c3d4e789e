import { type IsolationCase, inTurn } from "#testing/isolation.ts"
import { ids, shared } from "#testing/second-tenant/keys.ts"
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
      inTurn([{ id: ids.payment.accepted }, { accountNumber: shared.account }], (of) =>
        findContradicted(tx, [client, "wayfarer"], of),
      ),
  },
  {
    name: "findContradictedProducts",
    run: (tx, client) =>
      findContradictedProducts(tx, client, [ids.payment.accepted, ids.payment.settled]),
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
    run: (tx, client) => savePaidBills(tx, client, [{ id: ids.payment.accepted, pays: [] }]),
  },
]
