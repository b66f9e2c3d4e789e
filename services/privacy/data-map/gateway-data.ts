import { books } from "./payment-data.ts"
import { ofPayment, permanently, type TableData } from "./table-data.ts"

/** The gateway's data, and the state of the work on payments. */
export const gatewayData: readonly TableData[] = [
  {
    name: "myaccount_core.auto_pay_notice",
    about: "no person",
    what: "which emails about charges were sent, by payment",
    kept: permanently,
    columns: { reference: "client subject", state: "sent_at" },
  },
  {
    name: "myaccount_core.product_lock",
    about: "no person",
    what: "locks of products, by plan number",
    kept: permanently,
    columns: { reference: "client policy_number", state: "taken" },
  },
  {
    name: "myaccount_core.billing_run",
    about: "no person",
    what: "days on which billing ran",
    kept: permanently,
    columns: { reference: "client", state: "day claimed_until finished_at" },
  },
  {
    name: "myaccount_core.sweep",
    about: "no person",
    what: "the daily comparison with the gateway",
    kept: permanently,
    columns: {
      state: "day claimed_until finished_at read_from read_until asked changed differences",
    },
  },
  {
    name: "myaccount_core.swept_account",
    about: "no person",
    what: "the comparison with each account at the gateway",
    kept: permanently,
    columns: { reference: "gateway", state: "read_from read_until" },
  },
  {
    name: "myaccount_core.gateway_movement",
    about: "customers",
    what: "the gateway's books: charges, refunds and fees",
    basis: "law",
    kept: permanently,
    rows: ofPayment,
    erasure: books,
    cents: "amount fee",
    columns: {
      reference: "gateway payment_id client",
      money: "amount fee",
      state: "kind at",
      secret: "reference charge payout",
    },
  },
  {
    name: "myaccount_core.gateway_payout",
    about: "no person",
    what: "payouts of the gateway to the brand",
    kept: permanently,
    columns: {
      reference: "gateway reference",
      money: "amount",
      state: "status arrives_on made_at itemized_at",
    },
  },
  {
    name: "myaccount_core.payment_difference",
    about: "customers",
    what: "differences between our payments and the gateway's books",
    basis: "law",
    kept: permanently,
    rows: `t.client = p.client and (${ofPayment} or (t.kind in ('lateClosing', 'untold') and starts_with(t.subject || ' ', p.client || ' account ' || p.account || ' ')))`,
    erasure: books,
    cents: "ours theirs",
    columns: {
      reference: "subject client payment_id gateway",
      money: "ours theirs",
      state: "kind at first_seen_at last_seen_at resolved_at detail",
      secret: "reference",
    },
  },
  {
    name: "myaccount_core.unmatched_report",
    about: "customers",
    what: "reports of the gateway that fitted no payment at first",
    basis: "law",
    kept: permanently,
    rows: ofPayment,
    erasure: books,
    cents: "refunded",
    columns: {
      reference: "gateway key payment_id client",
      money: "refunded",
      state: "status reason reports first_at last_at matched_at",
      secret: "reference",
    },
  },
]
