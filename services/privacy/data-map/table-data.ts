/** The kinds of columns. `exportOf` of ../export/exported-row.ts says what an export does with each. */
export const columnKinds = {
  reference: "numbers and ids that join rows",
  identity: "name, date of birth, username",
  contact: "email address, phone number, postal address",
  money: "amounts, bills, payment methods in masked form",
  product: "products and their facts",
  content: "texts and documents",
  network: "IP address, browser",
  state: "states, counters, dates and times",
  staff: "userids of staff, also as the actor: an export replaces them",
  secret:
    "hashes, tokens, sealed data, keys that repeat a request, the gateway's references, and pseudonyms: an export leaves them out",
} as const
export type ColumnKind = keyof typeof columnKinds

/** Why we may process the data; the articles are those of the GDPR. */
export const bases = {
  contract: "to serve the customer's products and account (Art. 6(1)(b))",
  law: "to keep books and evidence as the law demands (Art. 6(1)(c))",
  security: "to keep accounts safe and to find misuse (Art. 6(1)(f))",
} as const
export type Basis = keyof typeof bases

/** The effect of `npm run my-account -- person erase` on the rows of the person. */
export type Erasure =
  | { does: "delete" }
  /** The rows stay as they are; `why` completes "Kept:". */
  | { does: "keep"; why: string }
  /** The rows stay, and these columns become empty. */
  | { does: "empty"; columns: readonly string[]; why: string }
  /** The rows stay, and cannot be read without the person's key. */
  | { does: "drop the key" }

interface Table {
  /** Schema and name. */
  name: string
  /** The data in plain words. */
  what: string
  /** Every column, once, separated by spaces or commas. */
  columns: Partial<Record<ColumnKind, string>>
}

/**
 * The way of the rows when an account gets another number. `product`: they go with their product,
 * also if that alone moves. `account`: they go with the whole account; `account, if free`: unless the other
 * number has such a row. `ends`: they are deleted. `stays`: they keep the old number, as records of the past.
 */
export type Move = "product" | "account" | "account, if free" | "ends" | "stays"

/** A table with data about customers. */
export interface PersonTable extends Table {
  about: "customers"
  basis: Basis
  /** Columns with amounts in cents; every other amount is in dollars. An export has dollars. */
  cents?: string
  /** How long rows are kept, in Markdown. */
  kept: string
  /**
   * Which rows `t` belong to the person `p`, in SQL. `p` has `client`, `account`, and the arrays
   * `userids`, `policies` and `names` (pseudonyms in the audit log).
   */
  rows: string
  erasure: Erasure
  /** For a table with the number of an account. */
  move?: Move
}

/** A table about staff, or about no person. */
export interface OtherTable extends Table {
  about: "staff" | "no person"
  kept: string
}

export type TableData = PersonTable | OtherTable

export const ofAccount = "t.client = p.client and t.account_number = p.account"
export const ofUser = "t.client = p.client and t.userid = any(p.userids)"
export const ofPolicy = "t.client = p.client and t.policy_number = any(p.policies)"
/** Rows that belong to a payment of the person. */
export const ofPayment = `t.client = p.client and t.payment_id in (select y.id
  from myaccount_core.payment y where y.client = p.client and y.account_number = p.account)`

export const deleted: Erasure = { does: "delete" }
export const afterEnd = "`KEEP_ENDED_DAYS` after they end"
export const permanently = "permanently"
