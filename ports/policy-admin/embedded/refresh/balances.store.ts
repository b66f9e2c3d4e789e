import { jsonRows, type Queries, sql } from "#database/sql.ts"
import { billRow, entryRow, insertBills, insertEntries } from "../books.store.ts"
import type { Posted, PostedLot } from "../ledger/refresh.ts"
import type { Book, Reversal } from "../ledger/types.ts"

export interface KnownBalance {
  policyNumber: string
  balanceHash: string
  asOf: Date | null
  frequencyCode: string
  billingDay: number | null
  /** Whether money was posted to the present book. */
  hasPostings: boolean
}

/** The loaded balances of these products. */
export async function findKnownBalances(
  queries: Queries,
  client: string,
  policyNumbers: readonly string[],
): Promise<Map<string, KnownBalance>> {
  const rows = await queries.rows<KnownBalance>(
    sql`select b.policy_number, b.balance_hash, b.as_of, b.frequency_code, b.billing_day, exists (
        select from policy_admin.entry e where e.client = b.client
          and e.policy_number = b.policy_number and e.book = b.book
          and e.kind not in ('opening', 'application')) as has_postings
      from policy_admin.billing b
      where b.client = ${client} and b.policy_number = any(${policyNumbers}::text[])`,
  )
  return new Map(rows.map((row) => [row.policyNumber, row]))
}

export interface StoredTerms {
  active: boolean
  policyStatus: string
  isBilled: boolean
  frequencyCode: string
  /** Cents. */
  price: number
}

/** How these products are billed; `price` is the cents of one period including its fee. */
export async function findBilledTerms(
  queries: Queries,
  client: string,
  policyNumbers: readonly string[],
): Promise<Map<string, StoredTerms>> {
  const rows = await queries.rows<StoredTerms & { policyNumber: string }>(
    sql`select b.policy_number, y.active, y.policy_status, b.kind = 'direct' and y.active as is_billed, b.frequency_code,
        (policy_admin.cents(f.amount)
          + case when b.has_billing_fee then policy_admin.cents(f.fee) else 0 end)::float8 as price
      from policy_admin.billing b join policy_admin.policy y using (client, policy_number)
      join policy_admin.frequency f on f.client = b.client and f.policy_number = b.policy_number
        and f.code = b.frequency_code
      where b.client = ${client} and b.policy_number = any(${policyNumbers}::text[])`,
  )
  return new Map(rows.map(({ policyNumber, ...terms }) => [policyNumber, terms]))
}

export interface AmbiguousOpening {
  client: string
  policyNumber: string
  dueDate: string
  /**
   * Whether its first bill covers more than one period; otherwise its billing day may be later than
   * the due date.
   */
  isSeveralPeriods: boolean
}

/**
 * Active products whose present book was opened by an ambiguous balance: a first bill above the
 * price of a period, or a due date on the last day of a month with less than 31 days.
 */
export async function findAmbiguousOpenings(queries: Queries): Promise<AmbiguousOpening[]> {
  return await queries.rows<AmbiguousOpening>(
    sql`select client, policy_number, due_date, is_several_periods from (
      select b.client, b.policy_number, b.billed_from as due_date,
        b.stated_billed_through is null and exists (
          select from policy_admin.bill l join policy_admin.frequency f on f.client = l.client
            and f.policy_number = l.policy_number and f.code = l.frequency_code
          where l.client = b.client and l.policy_number = b.policy_number and l.book = b.book
            and l.number = 1 and l.due_date = b.billed_from and l.issued_on = '1970-01-01'
            and l.premium > policy_admin.cents(f.amount)
              + case when b.has_billing_fee then policy_admin.cents(f.fee) else 0 end)
          as is_several_periods,
        b.stated_billing_day is null and b.billing_day = extract(day from b.billed_from)
          and b.billing_day < 31 and extract(day from b.billed_from + 1) = 1 as is_last_day
      from policy_admin.billing b join policy_admin.policy y using (client, policy_number)
      where b.kind = 'direct' and y.active and b.billed_from is not null) opened
    where is_several_periods or is_last_day
    order by client, policy_number`,
  )
}

/**
 * The products among these with money in any book, including books from before they were removed.
 */
export async function findPaid(
  queries: Queries,
  client: string,
  policyNumbers: readonly string[],
): Promise<Set<string>> {
  if (policyNumbers.length === 0) return new Set()
  const rows = await queries.rows<{ policyNumber: string }>(
    sql`select distinct policy_number from policy_admin.entry
      where client = ${client} and policy_number = any(${policyNumbers}::text[])
        and kind not in ('opening', 'application')`,
  )
  return new Set(rows.map(({ policyNumber }) => policyNumber))
}

/** Locks these balances. Payments that arrive meanwhile wait until the transaction ends. */
export async function lockBalances(
  tx: Queries,
  client: string,
  policyNumbers: readonly string[],
): Promise<void> {
  await tx.rows(
    sql`update policy_admin.billing locked set book = locked.book
      where locked.client = ${client} and locked.policy_number = any(${policyNumbers}::text[])`,
  )
}

type LotRow = PostedLot & { policyNumber: string }
type ReversalRow = Reversal & { isLater: boolean }

/** The postings of these products, each marked with whether it happened after `asOf`. */
export async function findPostedOf(
  tx: Queries,
  client: string,
  policyNumbers: readonly string[],
  asOf: Date,
): Promise<Map<string, Posted>> {
  const lots = await tx.rows<LotRow>(
    sql`select 'payment' as kind, p.policy_number, p.payment_id::text as id,
        policy_admin.cents(p.amount)::float8 as amount, p.paid_on as "on",
        (select coalesce(json_agg(distinct l.due_date), '[]') from policy_admin.payment_bills n
          join policy_admin.bill l on l.client = n.client and l.policy_number = n.policy_number
            and l.book = n.book and l.number = any(n.bill_numbers)
          where n.client = p.client and n.policy_number = p.policy_number
            and n.payment_id = p.payment_id) as due_dates,
        p.posted_at > ${asOf}::timestamptz as is_later, p.posted_at
      from policy_admin.payment p
      where p.client = ${client} and p.policy_number = any(${policyNumbers}::text[])
      union all
      select kind, policy_number, lot, max(amount)::float8, posted_on, '[]',
        posted_at > ${asOf}::timestamptz, posted_at
      from (
        select e.kind, e.policy_number, e.lot, sum(e.amount) as amount, e.posted_on, n.posted_at
        from policy_admin.lot_note n join policy_admin.entry e
          on e.client = n.client and e.policy_number = n.policy_number and e.lot = n.lot
        where n.client = ${client} and n.policy_number = any(${policyNumbers}::text[])
          and e.cause = e.lot and e.kind in ('credit', 'writeOff')
        group by e.kind, e.policy_number, e.lot, e.posted_on, n.posted_at, e.book) of_book
      group by kind, policy_number, lot, posted_on, posted_at
      order by posted_at, id`,
  )
  const posted = new Map<string, Posted>()
  const owners = new Map<string, string>()
  const named = await findWrittenOff(tx, client, policyNumbers)
  for (const { policyNumber, ...lot } of lots) {
    const of = posted.get(policyNumber) ?? { lots: [], reversals: [] }
    const dueDates = named.get(`${policyNumber} ${lot.id}`) ?? lot.dueDates
    of.lots.push({
      kind: lot.kind,
      id: lot.id,
      amount: lot.amount,
      on: lot.on,
      dueDates,
      isLater: lot.isLater,
    })
    posted.set(policyNumber, of)
    owners.set(lot.id, policyNumber)
  }
  let asked = [...owners.keys()]
  while (asked.length > 0) {
    const reversals = await findReversalsOf(tx, client, asked, asOf)
    // A refund can leave a credit, which can be taken back by its own reversal.
    asked = reversals.filter(({ kind }) => kind === "refund").map(({ id }) => id)
    for (const reversal of reversals) {
      const owner = owners.get(reversal.paymentId) ?? ""
      posted.get(owner)?.reversals.push(reversal)
      if (reversal.kind === "refund") owners.set(reversal.id, owner)
    }
  }
  return posted
}

/** The due dates of the written-off bills, by policy number and write-off. */
async function findWrittenOff(tx: Queries, client: string, policyNumbers: readonly string[]) {
  const rows = await tx.rows<{ policyNumber: string; lot: string; dueDate: string }>(
    sql`select distinct e.policy_number, e.lot, l.due_date
      from policy_admin.entry e join policy_admin.bill l on l.client = e.client
        and l.policy_number = e.policy_number and l.book = e.book and l.number = e.bill_number
      where e.client = ${client} and e.policy_number = any(${policyNumbers}::text[])
        and e.kind = 'writeOff' and e.cause = e.lot`,
  )
  return new Map(
    rows.map(({ policyNumber, lot, dueDate }) => [`${policyNumber} ${lot}`, [dueDate]]),
  )
}

async function findReversalsOf(
  tx: Queries,
  client: string,
  ids: readonly string[],
  asOf: Date,
): Promise<ReversalRow[]> {
  const rows = await tx.rows<ReversalRow & { postedAt: Date }>(
    sql`select kind, reversal_id as id, payment_id, amount::float8 as amount, reversed_on as "on",
        reopens, posted_at > ${asOf}::timestamptz as is_later, posted_at
      from policy_admin.reversal
      where client = ${client} and payment_id = any(${ids}::text[])
      order by posted_at, reversal_id`,
  )
  return rows.map(({ postedAt: _, ...row }) => row)
}

export interface OpenedBook {
  policyNumber: string
  book: string
  content: Book
  billedFrom: string | null
  billingDay: number | null
  statedBillingDay: number | null
  statedBilledThrough: string | null
  /** Dollars, as a decimal string. */
  amountPaidBefore: string
  paidThrough: string | null
  balanceHash: string
}

/** Makes these books the present ones of their products. */
export async function openBooks(
  tx: Queries,
  client: string,
  books: readonly OpenedBook[],
  asOf: Date | undefined,
): Promise<void> {
  if (books.length === 0) return
  const keyOf = ({ policyNumber, book }: OpenedBook) => ({ client, policyNumber, book })
  await insertBills(
    tx,
    books.flatMap((one) => one.content.bills.map((bill) => billRow(keyOf(one), bill))),
  )
  await insertEntries(
    tx,
    books.flatMap((one) => one.content.entries.map((entry) => entryRow(keyOf(one), entry))),
  )
  const named = books.flatMap((one) =>
    Object.entries(one.content.named ?? {}).map(([paymentId, billNumbers]) => {
      return { ...keyOf(one), paymentId, billNumbers }
    }),
  )
  if (named.length > 0) {
    await tx.rows(sql`insert into policy_admin.payment_bills select * from
      json_populate_recordset(null::policy_admin.payment_bills, ${jsonRows(named)}::json)`)
  }
  const billing = books.map(({ content: _, ...row }) => row)
  await tx.rows(
    sql`update policy_admin.billing b set book = r.book, billed_from = r.billed_from,
        billing_day = r.billing_day, stated_billing_day = r.stated_billing_day,
        stated_billed_through = r.stated_billed_through, amount_paid_before = r.amount_paid_before,
        paid_through = r.paid_through, balance_hash = r.balance_hash,
        as_of = coalesce(${asOf}::timestamptz, b.as_of)
      from json_populate_recordset(null::policy_admin.billing, ${jsonRows(billing)}::json) r
      where b.client = ${client} and b.policy_number = r.policy_number`,
  )
}

/** Records that these balances equal the stored ones. */
export async function noteBalances(
  tx: Queries,
  client: string,
  rows: readonly Pick<
    OpenedBook,
    "policyNumber" | "balanceHash" | "statedBillingDay" | "statedBilledThrough"
  >[],
  asOf: Date | undefined,
): Promise<void> {
  if (rows.length === 0) return
  await tx.rows(
    sql`update policy_admin.billing b set balance_hash = r.balance_hash,
        stated_billing_day = coalesce(r.stated_billing_day, b.stated_billing_day),
        stated_billed_through = coalesce(r.stated_billed_through, b.stated_billed_through),
        as_of = coalesce(${asOf}::timestamptz, b.as_of)
      from json_populate_recordset(null::policy_admin.billing, ${jsonRows(rows)}::json) r
      where b.client = ${client} and b.policy_number = r.policy_number`,
  )
}
