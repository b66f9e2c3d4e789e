import type { Queries } from "#database/sql.ts"
import type { DaysOfClient } from "./ledger.store.ts"
import type { Sum } from "./ledger-sums.ts"
import {
  findGivenBack,
  findNotPaidOut,
  findSettlement,
  type Settlement,
} from "./settlement.store.ts"

export type Unsettled = Pick<Settlement, "method" | "count" | "amount">

/** Integer cents. */
export interface SettlementSums {
  unsettledAtStart: number
  unsettledAtEnd: number
  /** Taken back by a bank in the period, without a charge that arrived. */
  takenBackUnsettled: number
  /** Charges that arrived in the period before we had accepted them, less those accepted since. */
  notAccepted: number
  /** Refunds, returns and disputes at the gateway, also open ones. */
  givenBack: number
  notPaidOutAtStart: number
}

/** The sums on their way at the start and at the end of a period, and the movements between. */
export async function settlementOf(
  queries: Queries,
  period: DaysOfClient & { from: string; dayAfter: string },
): Promise<{ unsettled: Unsettled[]; settlement: SettlementSums; notPaidOut: Sum }> {
  const { client, start, end, from, dayAfter } = period
  const before = await findSettlement(queries, client, start)
  const after = await findSettlement(queries, client, end)
  const notPaidOutBefore = await findNotPaidOut(queries, client, { until: start, day: from })
  const change = (sum: "takenBack" | "notAccepted") => totalOf(after, sum) - totalOf(before, sum)
  return {
    unsettled: after
      .filter(({ count }) => count > 0)
      .map(({ method, count, amount }) => ({ method, count, amount })),
    settlement: {
      unsettledAtStart: totalOf(before, "amount"),
      unsettledAtEnd: totalOf(after, "amount"),
      takenBackUnsettled: change("takenBack"),
      notAccepted: change("notAccepted"),
      givenBack: await findGivenBack(queries, period),
      notPaidOutAtStart: notPaidOutBefore.amount,
    },
    notPaidOut: await findNotPaidOut(queries, client, { until: end, day: dayAfter }),
  }
}

function totalOf(rows: readonly Settlement[], sum: "amount" | "takenBack" | "notAccepted"): number {
  return rows.reduce((total, row) => total + row[sum], 0)
}
