import { type IsolationCase, inTurn } from "#testing/isolation.ts"
import { noticed } from "#testing/twin-notices.store.ts"
import { shared, sharedId } from "#testing/twin-rows.store.ts"
import * as announced from "./announced-charges.store.ts"
import { findDroppedCharges } from "./dropped-charges.store.ts"
import { countUntoldCharges, findUntoldCharges } from "./untold-charges.store.ts"

const { account, recordId, noon } = shared
const { policy, billsDueBy, runDays } = noticed
const id = "00000000-0000-4000-8000-0000000000fd"

export const chargeNoticeCases: IsolationCase[] = [
  {
    name: "findKnownCharges",
    run: (tx, client) =>
      announced.findKnownCharges(
        tx,
        client,
        [{ policyNumber: policy, paymentMethodRecordId: recordId }],
        "2026-06-01",
      ),
  },
  {
    name: "insertAnnouncement",
    run: (tx, client) =>
      announced.insertAnnouncement(tx, {
        ...{ id, client, accountNumber: account, policyNumber: policy, kind: "notice" },
        ...{
          chargeOn: billsDueBy,
          billsDueBy,
          dueDates: [billsDueBy],
          billNumbers: [1],
          amount: 100,
          parts: null,
        },
        ...{ methodRecordId: recordId, announcedOn: "2026-03-02", announcedAt: noon },
        authorizationId: null,
      }),
  },
  {
    name: "findDroppedCharges",
    run: (tx, client) =>
      findDroppedCharges(tx, client, {
        since: "2026-01-01",
        today: "2026-12-31",
        after: "00000000-0000-0000-0000-000000000000",
        limit: 100,
      }),
  },
  { name: "findUntoldCharges", run: (tx, client) => findUntoldCharges(tx, client, account) },
  {
    name: "countUntoldCharges",
    run: (tx, client) => countUntoldCharges(tx, client, "2026-01-01", "2026-12-31"),
  },
  {
    name: "markCharged",
    run: (tx, client) => announced.markCharged(tx, client, sharedId(12), sharedId(1)),
  },
  {
    name: "supersedeAnnouncements",
    run: (tx, client) => announced.supersedeAnnouncements(tx, client, policy, id, noon),
  },
  {
    name: "supersedeAgreement",
    run: (tx, client) => announced.supersedeAgreement(tx, client, sharedId(4), noon),
  },
  { name: "findAnnounced", run: (tx, client) => announced.findAnnounced(tx, client, sharedId(12)) },
  {
    name: "closeAnnounced",
    run: (tx, client) => announced.closeAnnounced(tx, client, sharedId(12), noon),
  },
  {
    name: "closeSettled",
    run: (tx, client) => announced.closeSettled(tx, client, billsDueBy, noon),
  },
  {
    name: "markDue",
    run: (tx, client) => announced.markDue(tx, client, [policy], billsDueBy),
  },
  {
    name: "hasRunBegun",
    run: (tx, client) => inTurn(runDays, (day) => announced.hasRunBegun(tx, client, day)),
  },
]
