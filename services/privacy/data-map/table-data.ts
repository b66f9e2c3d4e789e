import { columnsOf, type DeclaredFields } from "#ports/policy-admin/port.ts"

/**
 * The kinds of columns. `exportOf` in ../export/exported-row.ts defines how an export treats each
 * kind.
 */
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

/** The legal bases for processing the data, with the articles of the GDPR. */
export const bases = {
  contract: "to serve the customer's products and account (Art. 6(1)(b))",
  law: "to keep books and evidence as the law demands (Art. 6(1)(c))",
  security: "to keep accounts safe and to find misuse (Art. 6(1)(f))",
} as const
export type Basis = keyof typeof bases

/** The effect of `npm run my-account -- person erase` on the rows of the person. */
export type TableErasure =
  | { does: "delete" }
  /** The rows stay unchanged; `why` completes "Kept:". */
  | { does: "keep"; why: string }
  /** The rows stay, and these columns become empty. */
  | { does: "empty"; columns: readonly string[]; why: string }
  /** The rows stay, and cannot be read without the person's key. */
  | { does: "drop the key" }

interface Table {
  /** Schema and table. */
  name: string
  /** The data in plain words. */
  what: string
  /** Every column once, separated by spaces or commas. */
  columns: Partial<Record<ColumnKind, string>>
}

/**
 * What happens to the rows when an account gets another number. `product`: they move with their
 * product, even if only the product moves. `account`: they move with the whole account. `account,
 * if free`: the same, unless the other number already has such a row. `ends`: they are deleted.
 * `stays`: they keep the old number, as records of the past.
 */
export type TableMove = "product" | "account" | "account, if free" | "ends" | "stays"

/** A table with data about customers. */
export interface PersonTable extends Table {
  about: "customers"
  basis: Basis
  /** Columns with amounts in cents. All other amounts, and amounts in an export, are in dollars. */
  cents?: string
  /** How long rows are kept, in Markdown. */
  kept: string
  /**
   * The SQL condition for the rows `t` of the person `p`. `p` has `client`, `account`, and the
   * arrays `userids`, `policies` and `names` (pseudonyms in the audit log).
   */
  rows: string
  erasure: TableErasure
  /** Set for a table with an account number. */
  move?: TableMove
}

/** A table about staff, or without personal data. */
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

export const deleted: TableErasure = { does: "delete" }
export const afterEnd = "`KEEP_ENDED_DAYS` after they end"
export const permanently = "permanently"

/** The columns of a table with those of declared fields, in the order of `columnKinds`. */
export function withDeclared(own: Table["columns"], fields: DeclaredFields): Table["columns"] {
  const declared = columnsOf(fields)
  const kinds = Object.keys(columnKinds) as ColumnKind[]
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const names = [own[kind], declared[kind]].filter((some) => some !== undefined)
      return names.length === 0 ? [] : [[kind, names.join(" ")]]
    }),
  )
}
