import type { Queries } from "#database/sql.ts"
import type { IsolationCase } from "#testing/isolation.ts"
import { findCorrectionSums } from "./corrections-ledger.store.ts"
import * as ledger from "./ledger.store.ts"
import { findPostingsToFind } from "./postings.store.ts"
import { findGivenBack, findNotPaidOut, findSettlement } from "./settlement.store.ts"

const always = { timeZone: "America/New_York", start: new Date(0), end: new Date("2040-01-01") }

function inPeriod(
  name: string,
  read: (tx: Queries, of: ledger.DaysOfClient) => Promise<unknown>,
): IsolationCase {
  return { name, run: async (tx, client) => await read(tx, { client, ...always }) }
}

export const reconciliationCases: IsolationCase[] = [
  inPeriod("findCorrectionSums", findCorrectionSums),
  inPeriod("findEvents", ledger.findEvents),
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
  inPeriod("findPostingsToFind", (tx, { client, start }) => findPostingsToFind(tx, client, start)),
]
