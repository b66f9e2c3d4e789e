import {
  deleted,
  type Erasure,
  ofAccount,
  ofPayment,
  permanently,
  type TableData,
} from "./table-data.ts"

export const books: Erasure = {
  does: "keep",
  why: "tax and accounting law, refunds and disputes need the books of every payment",
}
const withoutReasons: Erasure = {
  does: "empty",
  columns: ["reason"],
  why: "the books need every correction; the text that staff wrote is emptied",
}

/** Payments, authorizations and payment methods. */
export const paymentData: readonly TableData[] = [
  {
    name: "myaccount_core.payment",
    about: "customers",
    what: "payments, with the method in masked form",
    basis: "law",
    kept: permanently,
    rows: ofAccount,
    erasure: books,
    columns: {
      reference: `id client account_number policy_number number gateway method_record_id
        confirmation_number authorization_id bill_numbers site_address`,
      money: "amount due_date pays method_kind method_label method_last_four refunded",
      product: "product_desc",
      state: `origin status reason submitted_at decided_at applied_at shown_at reversed_at tries
        next_try_at is_late authenticate_by stored_at`,
      staff: "agent_userid",
      secret: "idempotency_key method_reference gateway_reference charge_reference",
    },
  },
  {
    name: "myaccount_core.payment_event",
    about: "customers",
    what: "the states of each payment",
    basis: "law",
    kept: permanently,
    rows: ofPayment,
    erasure: books,
    columns: { reference: "payment_id number client", state: "status reason at" },
  },
  {
    name: "myaccount_core.refund",
    about: "customers",
    what: "refunds, and who asked for and approved them",
    basis: "law",
    kept: permanently,
    rows: ofAccount,
    erasure: withoutReasons,
    cents: "amount",
    columns: {
      reference: "id payment_id client account_number",
      money: "amount",
      content: "reason",
      state: `reopens status requested_at expires_at decided_at succeeded_at failed_at posted_at
        undone_at tries next_try_at`,
      staff: "requested_by decided_by",
      secret: "idempotency_key gateway_reference",
    },
  },
  {
    name: "myaccount_core.correction",
    about: "customers",
    what: "credits, write-offs and their reversals",
    basis: "law",
    kept: permanently,
    rows: ofAccount,
    erasure: withoutReasons,
    cents: "amount posted_amount",
    columns: {
      reference: "id client account_number policy_number bill_number reverses",
      money: "amount posted_amount bill_due_date",
      product: "product_desc",
      content: "reason",
      state: `kind status requested_at expires_at decided_at posted_at tries next_try_at
        reversed_kind posting_stored_at`,
      staff: "requested_by decided_by",
      secret: "idempotency_key",
    },
  },
  {
    name: "myaccount_core.authorization",
    about: "customers",
    what: "the exact texts that a person agreed to, with time and IP address",
    basis: "law",
    kept: permanently,
    rows: ofAccount,
    erasure: {
      does: "keep",
      why: "card and bank rules demand the proof of every authorization for years after its end; rows cannot be changed, and their texts keep the full name, username, account number and IP address",
    },
    columns: {
      reference: "id client account_number policy_number subject_userid",
      content: "content,version,authorised",
      network: "ip",
      state: "kind agreed_at actor_kind",
      staff: "actor_userid",
    },
  },
  {
    name: "myaccount_core.announced_charge",
    about: "customers",
    what: "charges of auto pay that were announced by email",
    basis: "law",
    kept: permanently,
    rows: ofAccount,
    erasure: {
      does: "keep",
      why: "shows that a charge was announced, as Regulation E demands; holds amounts and dates",
    },
    cents: "amount premium fee adjustment credit",
    columns: {
      reference: `id client account_number policy_number bill_numbers method_record_id
        authorization_id payment_id`,
      money: "amount premium fee adjustment credit charge_on bills_due_by due_dates seen_due_on",
      state: "kind announced_on announced_at closed_at superseded untold stored_at",
    },
  },
  {
    name: "myaccount_core.auto_pay_change",
    about: "customers",
    what: "changes of auto pay, before and after",
    basis: "contract",
    kept: permanently,
    rows: ofAccount,
    erasure: deleted,
    columns: {
      reference: "authorization_id client account_number policy_number site_address",
      money: "seen wanted before after",
      state: "state asked_at stored_at",
    },
  },
  {
    name: "myaccount_core.auto_pay_skip",
    about: "customers",
    what: "skipped charges of auto pay",
    basis: "contract",
    kept: permanently,
    rows: ofAccount,
    erasure: deleted,
    columns: {
      reference: "id client account_number policy_number subject_userid site_address",
      money: "amount charge_on due_dates method_label",
      product: "product_desc",
      network: "ip",
      state: "actor_kind state asked_at stored_at",
      staff: "actor_userid",
    },
  },
  {
    name: "myaccount_core.auto_pay_suspension",
    about: "customers",
    what: "suspensions of auto pay after a failed charge",
    basis: "contract",
    kept: permanently,
    rows: ofAccount,
    erasure: deleted,
    columns: {
      reference:
        "id client account_number policy_number method_record_id payment_id authorization_id",
      state: "reason suspended_at ended_at",
    },
  },
  {
    name: "myaccount_core.payment_method",
    about: "customers",
    what: "payment methods in masked form, with holder and address; the gateway has the numbers",
    basis: "contract",
    kept: "until the customer deletes them, and then as a row without use",
    rows: ofAccount,
    erasure: deleted,
    columns: {
      reference: "client record_id account_number number",
      identity: "holder_name",
      contact: "address_line1 address_line2 address_line3 city_name state_code zip_code",
      money: "kind card_type bank_type last_four expiration_date institution masked_routing_number",
      state: "remembered created_at changed_at deleted_at verification_failed gateway",
      secret: "gateway_reference verify_at",
    },
  },
  {
    name: "myaccount_core.payment_method_request",
    about: "customers",
    what: "requests to the gateway about payment methods; the content goes when the gateway has answered",
    basis: "contract",
    kept: "`KEEP_ENDED_DAYS` after they end",
    rows: `${ofAccount} and (t.kind <> 'delete' or t.next_try_at is null)`,
    erasure: deleted,
    columns: {
      reference: "id client account_number record_id",
      state: "kind status tries next_try_at created_at",
      secret: "token_hash content",
    },
  },
]
