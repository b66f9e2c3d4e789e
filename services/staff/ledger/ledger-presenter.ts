import { decimalOf } from "#contracts/money.ts"
import type { LedgerReply, LedgerSums } from "#contracts/staff/ledger.ts"
import { shownDate, shownDay } from "#platform/text/dates.ts"
import type { ClientLedger } from "#services/payments/reconciliation/ledger.ts"
import { ledgerCsv } from "#services/payments/reconciliation/ledger-csv.ts"
import {
  type LedgerTotals,
  netOf,
  totalsOf,
} from "#services/payments/reconciliation/ledger-sums.ts"

/** The ledger for staff. Leaves out the total amounts of payouts, which other clients share. */
export function ledgerReply(ledger: ClientLedger, clientName: string): LedgerReply {
  const { timeZone, rows, sweptAt, unsettled, settlement, notPaidOut, posted, differences } = ledger
  const payouts = ledger.payouts.map(({ amount: _, ...own }) => own)
  const ofClient = { unit: "cents", currency: "USD", ...ledger, payouts }
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const byProduct = Map.groupBy(rows, ({ product, method }) => JSON.stringify([product, method]))
  return {
    clientName,
    comparedOn: sweptAt ? shownDay(sweptAt, timeZone) : "",
    days: [...byDay].map(([day, some]) => ({ day: shownDate(day), ...sumsOf(totalsOf(some)) })),
    products: [...byProduct.values()].flatMap((some) => {
      const [first] = some
      if (!first) return []
      const totals = totalsOf(some)
      const { product, method } = first
      return [{ product, method, count: totals.payments.count, ...sumsOf(totals) }]
    }),
    totals: sumsOf(ledger.totals),
    unsettled: unsettled.map((sum) => ({ ...sum, amount: decimalOf(sum.amount) })),
    payouts: payouts.map(({ reference, arrivesOn, status, charges, takenBack, fees, net }) => ({
      reference,
      arrivesOn: shownDate(arrivesOn),
      status,
      charges: decimalOf(charges),
      takenBack: decimalOf(takenBack),
      fees: decimalOf(fees),
      net: decimalOf(net),
    })),
    unsettledAtStart: decimalOf(settlement.unsettledAtStart),
    takenBackUnsettled: decimalOf(settlement.takenBackUnsettled),
    notAccepted: decimalOf(settlement.notAccepted),
    givenBack: decimalOf(settlement.givenBack),
    notPaidOutAtStart: decimalOf(settlement.notPaidOutAtStart),
    notPaidOut: decimalOf(notPaidOut.amount),
    credits: { count: posted.credits.count, amount: decimalOf(posted.credits.amount) },
    untoldCharges: ledger.unsentChargeNotices,
    writeOffs: { count: posted.writeOffs.count, amount: decimalOf(posted.writeOffs.amount) },
    reversals: { count: posted.reversals.count, amount: decimalOf(posted.reversals.amount) },
    differences: differences.map(({ kind, subject, reference, detail, at, ...one }) => ({
      kind,
      subject,
      reference,
      detail,
      day: shownDay(at, timeZone),
      ours: one.ours === null ? "" : decimalOf(one.ours),
      theirs: one.theirs === null ? "" : decimalOf(one.theirs),
      isResolved: one.resolvedAt !== null,
    })),
    csv: ledgerCsv(ledger),
    json: `${JSON.stringify(ofClient, null, 2)}\n`,
    messages: [],
  }
}

function sumsOf(totals: LedgerTotals): LedgerSums {
  return {
    payments: decimalOf(totals.payments.amount),
    refunds: decimalOf(totals.refunds.amount),
    takenBack: decimalOf(totals.returns.amount + totals.disputesLost.amount),
    net: decimalOf(netOf(totals)),
    settled: decimalOf(totals.settled.amount),
    fees: decimalOf(totals.fees),
  }
}
