import { billFields, personFields, productFields } from "#ports/policy-admin/port.ts"
import {
  deleted,
  ofAccount,
  ofPolicy,
  permanently,
  type TableData,
  type TableErasure,
  withDeclared,
} from "./table-data.ts"

const basis = "contract"
const whileLoaded = "while the account system has it"
const lotNotes: TableErasure = {
  does: "empty",
  columns: ["note"],
  why: "part of the books; the text that staff wrote is emptied",
}
const books: TableErasure = {
  does: "keep",
  why: "bills and entries are books that are never changed",
}
const person = { about: "customers", basis, kept: whileLoaded } as const
const book = { about: "customers", basis: "law", kept: permanently, rows: ofPolicy } as const

/**
 * The tables of the embedded account system. With an account system over HTTP these tables are
 * empty, and the operator of that system exports and erases its data.
 */
export const accountData: readonly TableData[] = [
  {
    ...person,
    name: "policy_admin.additional_insured",
    what: "other insured people",
    rows: ofPolicy,
    erasure: deleted,
    columns: {
      reference: "client policy_number position",
      identity: "full_name relationship",
    },
  },
  {
    ...person,
    name: "policy_admin.billing",
    what: "how a product is paid",
    rows: ofPolicy,
    erasure: deleted,
    columns: {
      reference: "client policy_number payment_method_record_id book",
      money: `kind frequency_code has_billing_fee payment_method_label amount_paid_before paid_through
        amount_due_special_character show_amount_breakdown billing_day billed_from
        stated_billing_day stated_billed_through`,
      state: "disclaimer pay_now_blocked change_blocked as_of choice_changed_at changes",
      secret: "balance_hash",
    },
  },
  {
    ...person,
    name: "policy_admin.frequency",
    what: "frequencies of payment, with prices",
    rows: ofPolicy,
    erasure: deleted,
    columns: { reference: "client policy_number position", money: "code label amount fee" },
  },
  {
    ...person,
    name: "policy_admin.rider",
    what: "riders of a product",
    rows: ofPolicy,
    erasure: deleted,
    columns: {
      reference: "client policy_number position",
      product: "product_desc policy_status coverage_effective_date benefit_amount annual_premium",
    },
  },
  {
    ...person,
    name: "policy_admin.document",
    what: "documents; the files in the document store are erased too",
    rows: ofPolicy,
    erasure: deleted,
    columns: {
      reference: "client policy_number document_id document_source document_category",
      content: "document_name document_type_id is_correspondence document_created_date",
    },
  },
  {
    ...person,
    name: "policy_admin.skipped_charge",
    what: "bills that auto pay leaves out",
    rows: ofPolicy,
    erasure: deleted,
    columns: { reference: "client policy_number", money: "due_date" },
  },
  {
    ...person,
    name: "policy_admin.policy",
    move: "stays",
    what: "products",
    rows: ofAccount,
    erasure: deleted,
    columns: withDeclared(
      { reference: "client account_number position", secret: "record_hash" },
      productFields,
    ),
  },
  {
    ...person,
    name: "policy_admin.person",
    move: "stays",
    what: "name, date of birth, contact data",
    rows: ofAccount,
    erasure: deleted,
    columns: withDeclared(
      {
        reference: "client account_number",
        contact: `email_address phone_number address_line1 address_line2 address_line3 city_name
        state_code zip_code`,
        state: `is_email_subscribed address_edit_blocked phone_number_edit_blocked email_edit_blocked
        save_blocked as_of contact_changed_at subscription_changed_at`,
        secret: "record_hash contact_version",
      },
      personFields,
    ),
  },
  {
    ...book,
    name: "policy_admin.bill",
    what: "bills",
    erasure: books,
    cents: "premium fee adjustment credit",
    columns: withDeclared(
      {
        reference: "client policy_number book number replaces",
        money:
          "issued_on period_from period_to due_date frequency_code premium fee adjustment credit",
      },
      billFields,
    ),
  },
  {
    ...book,
    name: "policy_admin.entry",
    what: "entries of the books",
    erasure: books,
    cents: "amount",
    columns: {
      reference: "client policy_number book number lot cause bill_number",
      money: "kind amount posted_on",
    },
  },
  {
    ...book,
    name: "policy_admin.payment_bills",
    what: "which bills a payment settles",
    erasure: books,
    columns: { reference: "client policy_number book payment_id bill_numbers" },
  },
  {
    ...book,
    name: "policy_admin.payment",
    move: "stays",
    what: "posted payments",
    rows: ofAccount,
    erasure: books,
    columns: {
      reference: "client payment_id account_number policy_number",
      money: "amount paid_on",
      state: "posted_at",
    },
  },
  {
    ...book,
    name: "policy_admin.reversal",
    what: "posted returns and refunds",
    rows: `t.client = p.client and t.payment_id in (select y.payment_id::text
      from policy_admin.payment y where y.client = p.client and y.account_number = p.account)`,
    erasure: books,
    cents: "amount",
    columns: {
      reference: "client reversal_id payment_id",
      money: "kind amount reversed_on reopens",
      state: "posted_at",
    },
  },
  {
    ...book,
    name: "policy_admin.lot_note",
    what: "notes on credits and write-offs",
    erasure: lotNotes,
    columns: { reference: "client policy_number lot", content: "note", state: "posted_at" },
  },
  {
    name: "policy_admin.payment_lock",
    about: "no person",
    what: "locks of payments",
    kept: permanently,
    columns: { reference: "client slot", state: "taken" },
  },
  {
    name: "policy_admin.import_progress",
    about: "no person",
    what: "how far an interrupted import came",
    kept: "until the import ends",
    columns: { reference: "client fingerprint", state: "records" },
  },
  {
    name: "policy_admin.loaded_kind",
    about: "no person",
    what: "until when the loaded data of each kind count",
    kept: permanently,
    columns: {
      reference: "client kind import_id",
      state: "as_of import_as_of import_until",
    },
  },
  {
    name: "policy_admin.given_reply",
    about: "no person",
    what: "replies of the served account system to changes, under hashes of the requests",
    kept: "a day, then a few are deleted with each further change",
    columns: { reference: "reply", state: "given_at", secret: "key asked" },
  },
]
