import type { Queries } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import type { IsolationCase } from "#testing/isolation.ts"
import { ids, shared } from "#testing/second-tenant/keys.ts"
import * as revoked from "../adjustments/revoked.store.ts"
import * as standing from "../differences/standing-differences.store.ts"
import { findBankReturns } from "./bank-returns.store.ts"
import { findCorrectionSums } from "./corrections-ledger.store.ts"
import { findNotAtGateway, findOtherBalances, findUnfinished } from "./found-differences.store.ts"
import * as ledger from "./ledger.store.ts"
import { markLostCharge } from "./lost-payments.store.ts"
import { findMoved, findNotFinal, findRefundedOnTheWay } from "./movements.store.ts"
import { findListedMoney } from "./payment-list.store.ts"
import { findPostingsToFind } from "./postings.store.ts"
import { findGivenBack, findNotPaidOut, findSettlement } from "./settlement.store.ts"

const always = { timeZone: "America/New_York", start: new Date(0), end: new Date("2040-01-01") }

function inPeriod(
  name: string,
  read: (tx: Queries, of: ledger.DaysOfClient) => Promise<unknown>,
): IsolationCase {
  return { name, run: async (tx, client) => await read(tx, { client, ...always }) }
}

const { noon } = shared
const [anHourLater, nextDay] = [later(noon, { hours: 1 }), later(noon, { days: 1 })]

/** A query of the sweep, across the payments of all clients. */
function inSweep(
  name: string,
  read: (tx: Queries) => Promise<{ client: string | null }[]>,
): IsolationCase {
  return {
    name,
    run: async (tx, client) => (await read(tx)).filter((row) => row.client === client),
  }
}

export const reconciliationCases: IsolationCase[] = [
  inPeriod("findCorrectionSums", findCorrectionSums),
  inPeriod("findEvents", ledger.findEvents),
  inPeriod("findListedMoney", (tx, of) => findListedMoney(tx, of, undefined, 100)),
  inPeriod("findSettlements", ledger.findSettlements),
  inPeriod("findSettlement", (tx, { client, end }) => findSettlement(tx, client, end)),
  inPeriod("findNotPaidOut", (tx, { client, end: until }) =>
    findNotPaidOut(tx, client, { until, day: "2040-01-01" }),
  ),
  inPeriod("findGivenBack", findGivenBack),
  inPeriod("findPayouts", (tx, { client }) =>
    ledger.findPayouts(tx, client, "2026-01-01", "2026-12-31"),
  ),
  inPeriod("findDifferences", (tx, of) => ledger.findDifferences(tx, of, false)),
  inPeriod("findDifferences with those of no client", (tx, of) =>
    ledger.findDifferences(tx, of, true),
  ),
  {
    name: "markLostCharge",
    run: (tx, client) =>
      markLostCharge(
        tx,
        { client, policyNumber: "4009990033", billNumbers: [1] },
        ids.payment.accepted,
      ),
  },
  inSweep("findBankReturns", (tx) =>
    findBankReturns(tx, new Date(0), {
      unauthorized: ["not_authorized"],
      administrative: ["account_closed"],
    }),
  ),
  inSweep("findNotFinal", (tx) =>
    findNotFinal(tx, "sandbox", nextDay, { client: "harbor", id: ids.payment.submitted }, 100),
  ),
  inSweep("findMoved", (tx) => findMoved(tx, "sandbox")),
  inSweep("findRefundedOnTheWay", (tx) => findRefundedOnTheWay(tx, "sandbox")),
  inSweep("findOtherBalances", (tx) => findOtherBalances(tx, "sandbox", anHourLater)),
  inSweep("findUnfinished", (tx) =>
    findUnfinished(tx, { dayAgo: nextDay, twoWeeksAgo: new Date(0) }),
  ),
  inSweep("findNotAtGateway", (tx) =>
    findNotAtGateway(tx, "sandbox", { from: new Date(0), until: nextDay }),
  ),
  {
    name: "findNotCharged",
    run: (tx, client) => standing.findNotCharged(tx, client),
  },
  {
    name: "resolveFraudWarnings",
    run: (tx, client) => standing.resolveFraudWarnings(tx, client, noon),
  },
  {
    name: "markRevoked",
    run: (tx, client) => revoked.markRevoked(tx, client, ids.payment.accepted, noon),
  },
  {
    name: "findKeptMoney",
    async run(tx, client) {
      await revoked.markRevoked(tx, client, ids.payment.accepted, noon)
      return await revoked.findHeldMoney(tx, client)
    },
  },
  inPeriod("findPostingsToFind", (tx, { client, start }) => findPostingsToFind(tx, client, start)),
]
