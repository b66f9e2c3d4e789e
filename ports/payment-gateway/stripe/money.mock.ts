import type Stripe from "stripe"

type Transaction = Stripe.BalanceTransaction

const created = 1_772_452_800
const daySeconds = 24 * 60 * 60

/** The balance transactions and payouts of the mock, whole objects as Stripe publishes them. */
export function createMockMoney(nextId: (kind: string) => string) {
  const transactions: Transaction[] = []
  const payouts: Stripe.Payout[] = []
  const payoutOf = new Map<string, string>()
  let day = 0

  function add(
    type: Transaction["type"],
    amount: number,
    fee: number,
    source: Stripe.BalanceTransactionSource,
  ): Transaction {
    const transaction: Transaction = {
      id: nextId("txn"),
      object: "balance_transaction",
      amount,
      available_on: created + (day + 2) * daySeconds,
      balance_type: "payments",
      created: created + day * daySeconds,
      currency: "usd",
      description: null,
      exchange_rate: null,
      fee,
      fee_details: [],
      net: amount - fee,
      reporting_category: type,
      source,
      status: "available",
      type,
    }
    // Stripe lists the newest first.
    transactions.unshift(transaction)
    return transaction
  }

  return {
    add,
    makeAvailable(id: string): void {
      const booked = transactions.find((one) => one.id === id)
      if (booked) booked.status = "available"
    },
    /** Pays out the remaining balance, and moves to the next day. */
    payOut(): void {
      const waiting = transactions.filter(
        ({ id, status }) => status === "available" && !payoutOf.has(id),
      )
      const amount = waiting.reduce((sum, { net }) => sum + net, 0)
      if (amount <= 0) return
      day += 1
      const payout = wholePayout(nextId("po"), amount, created + day * daySeconds)
      payouts.unshift(payout)
      for (const { id } of [...waiting, add("payout", -amount, 0, payout)]) {
        payoutOf.set(id, payout.id)
      }
    },
    transactions: (payout: string | undefined, isIn: (created: number) => boolean) =>
      transactions.filter((one) =>
        payout === undefined ? isIn(one.created) : payoutOf.get(one.id) === payout,
      ),
    payouts: (isIn: (created: number) => boolean) => payouts.filter((one) => isIn(one.created)),
  }
}

function wholePayout(id: string, amount: number, madeAt: number): Stripe.Payout {
  return {
    id,
    object: "payout",
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: madeAt - (madeAt % daySeconds) + 2 * daySeconds,
    automatic: true,
    balance_transaction: null,
    created: madeAt,
    currency: "usd",
    description: "STRIPE PAYOUT",
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: "completed",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: "paid",
    trace_id: null,
    type: "bank_account",
  }
}

export function wholeRefund(id: string, charge: Stripe.Charge, amount: number): Stripe.Refund {
  return {
    id,
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created,
    currency: "usd",
    customer: null,
    customer_account: null,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  }
}
