import { createHash } from "node:crypto"
import { jsonColumns, jsonRows, type Queries, sql } from "#database/sql.ts"
import { billFacts, billFieldNames } from "../bill-fields.ts"
import type { Terms } from "./ledger/billing.ts"
import type { Bill, Book, Entry, Reversal } from "./ledger/types.ts"

export interface ProductKey {
  client: string
  policyNumber: string
}

/** The stored book of a product, with its present billing. */
export interface StoredBook {
  id: string
  book: Book
  terms: Terms
  isOnAutoPay: boolean
  hasBillingFee: boolean
  /** The possible frequencies with cents of one period; the fee is charged only with auto pay. */
  frequencies: { code: string; premium: number; fee: number }[]
  /** The due dates of the bills that auto pay leaves out. */
  skipped: string[]
}

/**
 * The book of a product, locked by an update of its row until the transaction ends. With an account
 * number, only if the product belongs to this account.
 */
export async function lockBook(
  tx: Queries,
  { client, policyNumber }: ProductKey,
  accountNumber?: string,
): Promise<StoredBook | undefined> {
  await tx.rows(
    sql`update policy_admin.billing locked set book = locked.book
      where locked.client = ${client} and locked.policy_number = ${policyNumber}`,
  )
  return (await findBooks(tx, client, accountNumber, [policyNumber])).get(policyNumber)
}

/**
 * The books of these products by policy number, in one round trip; with an account number, only of
 * products of this account.
 */
export async function findBooks(
  queries: Queries,
  client: string,
  accountNumber: string | undefined,
  policyNumbers: readonly string[],
): Promise<Map<string, StoredBook>> {
  const rows = await queries.rows<BookRow & { policyNumber: string }>(
    sql`select b.policy_number, b.book as id, b.kind = 'direct' and y.active as is_billed, b.frequency_code,
      coalesce(b.billing_day, 1) as billing_day, b.billed_from, b.has_billing_fee,
      b.payment_method_record_id is not null as is_on_auto_pay,
      (select coalesce(json_agg(json_build_object('code', f.code,
          'premium', policy_admin.cents(f.amount), 'fee', policy_admin.cents(f.fee))), '[]')
        from policy_admin.frequency f
        where f.client = b.client and f.policy_number = b.policy_number) as frequencies,
      (select coalesce(json_agg(k.due_date), '[]') from policy_admin.skipped_charge k
        where k.client = b.client and k.policy_number = b.policy_number) as skipped,
      (select coalesce(json_agg(json_build_object('number', l.number, 'replaces', l.replaces,
          'issuedOn', l.issued_on, 'periodFrom', l.period_from, 'periodTo', l.period_to,
          'dueDate', l.due_date, 'frequencyCode', l.frequency_code, 'premium', l.premium,
          'fee', l.fee, 'adjustment', l.adjustment, 'credit', l.credit,
          ${jsonColumns(billFieldNames, "l")}) order by l.number), '[]')
        from policy_admin.bill l where l.client = b.client
          and l.policy_number = b.policy_number and l.book = b.book) as bills,
      (select coalesce(json_agg(json_build_object('number', e.number, 'kind', e.kind,
          'lot', e.lot, 'cause', e.cause, 'billNumber', e.bill_number, 'amount', e.amount,
          'on', e.posted_on) order by e.number), '[]')
        from policy_admin.entry e where e.client = b.client
          and e.policy_number = b.policy_number and e.book = b.book) as entries,
      (select coalesce(json_agg(json_build_object('kind', r.kind, 'id', r.reversal_id,
          'paymentId', r.payment_id, 'amount', r.amount, 'on', r.reversed_on,
          'reopens', r.reopens) order by r.kind, r.reversal_id), '[]')
        from policy_admin.reversal r where r.client = b.client and r.payment_id in (
          select e.lot from policy_admin.entry e where e.client = b.client
            and e.policy_number = b.policy_number and e.book = b.book
            and e.kind in ('payment', 'credit', 'writeOff')
        )) as reversals,
      (select coalesce(json_object_agg(p.payment_id, p.bill_numbers), '{}')
        from policy_admin.payment_bills p where p.client = b.client
          and p.policy_number = b.policy_number and p.book = b.book) as named
    from policy_admin.billing b
    join policy_admin.policy y using (client, policy_number)
    where b.client = ${client} and b.policy_number = any(${policyNumbers}::text[])
      and y.account_number = coalesce(${accountNumber ?? null}::text, y.account_number)`,
  )
  return new Map(rows.map(({ policyNumber, ...row }) => [policyNumber, storedBook(row)]))
}

interface BookRow extends Omit<StoredBook, "book" | "terms">, Required<Book> {
  isBilled: boolean
  frequencyCode: string
  billingDay: number
  billedFrom: string | null
}

function storedBook({ bills, entries, reversals, named, ...row }: BookRow): StoredBook {
  const { isBilled, frequencyCode, billingDay, billedFrom, ...stored } = row
  const period = { isBilled, frequencyCode, billingDay, billedFrom }
  return {
    ...stored,
    book: { bills, entries, reversals, named },
    terms: { ...period, ...findPeriodPrice(stored, frequencyCode, stored.isOnAutoPay) },
  }
}

/** Cents of one period of this frequency; 0 for a frequency that the product does not have. */
export function findPeriodPrice(
  { frequencies, hasBillingFee }: Pick<StoredBook, "frequencies" | "hasBillingFee">,
  frequencyCode: string,
  isOnAutoPay: boolean,
): { premium: number; fee: number } {
  const found = frequencies.find(({ code }) => code === frequencyCode)
  const fee = hasBillingFee && isOnAutoPay ? found?.fee : 0
  return { premium: found?.premium ?? 0, fee: fee ?? 0 }
}

/** Adds the bills and entries of `after` that the stored book does not have. */
export async function writeBook(
  tx: Queries,
  { client, policyNumber }: ProductKey,
  { id, book }: StoredBook,
  after: Book,
): Promise<void> {
  const key = { client, policyNumber, book: id }
  await insertBills(
    tx,
    after.bills.slice(book.bills.length).map((bill) => billRow(key, bill)),
  )
  await insertEntries(
    tx,
    after.entries.slice(book.entries.length).map((entry) => entryRow(key, entry)),
  )
}

interface BookKey extends ProductKey {
  book: string
}

export function billRow({ client, policyNumber, book }: BookKey, bill: Bill) {
  return {
    ...{ client, policyNumber, book, number: bill.number, replaces: bill.replaces },
    ...{ issuedOn: bill.issuedOn, periodFrom: bill.periodFrom, periodTo: bill.periodTo },
    ...{ dueDate: bill.dueDate, frequencyCode: bill.frequencyCode, premium: bill.premium },
    ...{ fee: bill.fee, adjustment: bill.adjustment, credit: bill.credit },
    ...billFacts(bill),
  }
}

export function entryRow(key: BookKey, entry: Entry) {
  return {
    client: key.client,
    policy_number: key.policyNumber,
    book: key.book,
    number: entry.number,
    kind: entry.kind,
    lot: entry.lot,
    cause: entry.cause,
    bill_number: entry.billNumber,
    amount: entry.amount,
    posted_on: entry.on,
  }
}

export async function insertBills(tx: Queries, rows: ReturnType<typeof billRow>[]) {
  if (rows.length === 0) return
  await tx.rows(sql`insert into policy_admin.bill select * from
    json_populate_recordset(null::policy_admin.bill, ${jsonRows(rows)}::json)`)
}

export async function insertEntries(tx: Queries, rows: ReturnType<typeof entryRow>[]) {
  if (rows.length === 0) return
  await tx.rows(sql`insert into policy_admin.entry select * from
    json_populate_recordset(null::policy_admin.entry, ${JSON.stringify(rows)}::json)`)
}

/** Stores the bills of the present book that a payment names. */
export async function insertNamedBills(
  tx: Queries,
  { client, policyNumber }: ProductKey,
  { id }: StoredBook,
  paymentId: string,
  billNumbers: readonly number[],
): Promise<void> {
  await tx.rows(
    sql`insert into policy_admin.payment_bills (client, policy_number, book, payment_id, bill_numbers)
      values (${client}, ${policyNumber}, ${id}, ${paymentId}, ${billNumbers}::integer[])`,
  )
}

/** Number of lock rows of a client. Payments that share a row only wait a little for each other. */
const lockSlots = 1024

/**
 * Serializes the reports about one payment until the transaction ends, so that a payment and its
 * return that arrive at the same time see each other.
 */
export async function lockPostedPayment(
  tx: Queries,
  client: string,
  paymentId: string,
): Promise<void> {
  const slot = createHash("sha256").update(paymentId).digest().readUInt16BE() % lockSlots
  await tx.rows(
    sql`insert into policy_admin.payment_lock as l (client, slot, taken)
      values (${client}, ${slot}, 1)
      on conflict (client, slot) do update set taken = l.taken + 1`,
  )
}

/** The known reversals of a payment. */
export async function findReversals(
  tx: Queries,
  client: string,
  paymentId: string,
): Promise<Reversal[]> {
  return await tx.rows<Reversal>(
    sql`select kind, reversal_id as id, payment_id, amount::float8 as amount,
        reversed_on as "on", reopens
      from policy_admin.reversal where client = ${client} and payment_id = ${paymentId}
      order by kind, reversal_id`,
  )
}

/** Returns false if the reversal is already known. */
export async function insertReversal(
  tx: Queries,
  client: string,
  { kind, id, paymentId, amount, on, reopens }: Reversal,
  now: Date,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`insert into policy_admin.reversal
        (client, kind, reversal_id, payment_id, amount, reversed_on, reopens, posted_at)
      values (${client}, ${kind}, ${id}, ${paymentId}, ${amount}, ${on}, ${reopens},
        ${now}::timestamptz)
      on conflict do nothing returning 1`,
  )
  return rows.length === 1
}
