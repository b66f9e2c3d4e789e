import { columns, jsonColumns, jsonRows, type Queries, sql } from "#database/sql.ts"
import { type BillFacts, billFieldNames, statedFacts } from "../../bill-fields.ts"
import type { PolicyDetail } from "../../port.ts"
import { productFields } from "../../product-fields.ts"
import {
  type Balance,
  type ListedDocument,
  type LoadedProduct,
  type ProductBalance,
  type Refresh,
  recordPartsOf,
} from "./records.ts"

const { policyNumber: _, ...otherFields } = productFields
const refreshed = ["accountNumber", "position", "recordHash", ...Object.keys(otherFields)]
const policyColumns = ["client", "policyNumber", ...refreshed]

export interface KnownProduct {
  policyNumber: string
  accountNumber: string
  position: number
  recordHash: string
}

export async function findKnownProducts(
  queries: Queries,
  client: string,
  policyNumbers: readonly string[],
): Promise<Map<string, KnownProduct>> {
  const rows = await queries.rows<KnownProduct>(
    sql`select policy_number, account_number, position, record_hash from policy_admin.policy
      where client = ${client} and policy_number = any(${policyNumbers}::text[])`,
  )
  return new Map(rows.map((row) => [row.policyNumber, row]))
}

/** The account and policy numbers of these people's products, by position. */
export async function findProductsOf(
  queries: Queries,
  client: string,
  accountNumbers: readonly string[],
): Promise<KnownProduct[]> {
  return await queries.rows<KnownProduct>(
    sql`select policy_number, account_number, position, record_hash from policy_admin.policy
      where client = ${client} and account_number = any(${accountNumbers}::text[])
      order by account_number, position, policy_number`,
  )
}

export interface StoredProduct {
  product: LoadedProduct & { position: number }
  /** The sums of the product's debt. */
  balance: ProductBalance
  /** The same debt bill by bill, and the periods with issued bills. */
  bills: Balance
}

interface BillsRow {
  billingDay: number | null
  billedThrough: string | null
  open: OpenRow[]
}
interface OpenRow extends BillFacts {
  dueDate: string
  cost: number
  adjustment: number
  lowered: number
  owed: number
}

type StoredRow = Omit<PolicyDetail, "documents" | "correspondences"> & {
  accountNumber: string
  position: number
  documents: ListedDocument[]
  bills: BillsRow
}

/** These products with all their parts and their present debt. */
export async function findStoredProducts(
  queries: Queries,
  client: string,
  policyNumbers: readonly string[],
): Promise<Map<string, StoredProduct>> {
  const rows = await queries.rows<StoredRow>(
    sql`select y.account_number, y.position, y.facts as policy,
      (select coalesce(json_agg(json_build_object('fullName', i.full_name,
          'relationship', i.relationship) order by i.position), '[]')
        from policy_admin.additional_insured i
        where i.client = y.client and i.policy_number = y.policy_number) as additional_insured,
      (select coalesce(json_agg(json_build_object('productDesc', r.product_desc,
          'policyNumber', r.policy_number, 'policyStatus', r.policy_status,
          'coverageEffectiveDate', r.coverage_effective_date,
          'benefitAmount', policy_admin.cents(r.benefit_amount),
          'annualPremium', policy_admin.cents(r.annual_premium)) order by r.position), '[]')
        from policy_admin.rider r
        where r.client = y.client and r.policy_number = y.policy_number) as riders,
      (select coalesce(json_agg(json_build_object('documentId', d.document_id,
          'documentSource', d.document_source, 'documentCategory', d.document_category,
          'documentTypeId', d.document_type_id, 'documentName', d.document_name,
          'documentCreatedDate', d.document_created_date,
          'isCorrespondence', d.is_correspondence)
          order by d.document_id, d.document_source, d.document_category), '[]')
        from policy_admin.document d
        where d.client = y.client and d.policy_number = y.policy_number) as documents,
      (select json_build_object('billingDay', max(b.billing_day),
          'billedThrough', case when count(s.number) = 0 then max(b.billed_from) - 1
            when bool_or(s.period_to is null and s.is_last) then null
            else greatest(max(s.period_to) filter (where s.is_last), max(b.billed_from) - 1) end,
          'open', coalesce(json_agg(json_build_object('dueDate', s.due_date,
            'cost', s.premium + s.fee, 'adjustment', s.adjustment,
            'lowered', s.credit + s.settled, 'owed', s.owed,
            ${jsonColumns(billFieldNames, "s")})
            order by s.number) filter (where s.owed > 0), '[]'))
        from policy_admin.billing b left join lateral (
          select o.*, o.number = max(o.number) over () as is_last
          from policy_admin.standing_bill o
          where o.client = b.client and o.policy_number = b.policy_number) s on true
        where b.client = y.client and b.policy_number = y.policy_number) as bills
    from policy_admin.product_facts y
    where y.client = ${client} and y.policy_number = any(${policyNumbers}::text[])`,
  )
  return new Map(rows.map((row) => [row.policy.policyNumber, storedProduct(row)]))
}

function storedProduct({ accountNumber, position, policy, bills, ...row }: StoredRow) {
  const billing = { ...policy.billing, ...statedFacts(bills.open[0]) }
  const { documents } = row
  const detail = { ...row, policy: { ...policy, billing }, documents: [], correspondences: [] }
  const { product, balance } = recordPartsOf(accountNumber, detail, position)
  const listed = listedBalance(balance.balance, bills)
  return { product: { ...product, position, documents }, balance, bills: listed }
}

/** The debt bill by bill. Only the newest open bill lists its adjustment and credit separately. */
function listedBalance(sums: Balance, { open, billingDay, billedThrough }: BillsRow): Balance {
  const { amountPaid, paidThrough, dueDate, billingCredit } = sums
  const periods = {
    ...(billingDay !== null && { billingDay }),
    ...(billedThrough !== null && { billedThrough }),
  }
  const newest = open.at(-1)
  if (!newest) return { ...sums, ...periods }
  const earlier = open.slice(0, -1)
  const used = earlier.reduce((sum, { lowered }) => sum + lowered, 0)
  return {
    amountPaid,
    paidThrough,
    dueDate: newest.dueDate ?? dueDate,
    ...statedFacts(newest),
    ...(earlier.length > 0 && { earlierBills: earlier.map(earlierBill) }),
    amountDue: newest.cost,
    pastDueAmount: 0,
    adjustment: -newest.adjustment || 0,
    billingCredit: billingCredit - used,
    ...periods,
  }
}

function earlierBill({ dueDate, owed, ...row }: OpenRow) {
  return { dueDate, amountDue: owed, ...statedFacts(row) }
}

/** The largest position among the products of these people; people without products are absent. */
export async function findLastPositions(
  queries: Queries,
  client: string,
  accountNumbers: readonly string[],
): Promise<Map<string, number>> {
  const rows = await queries.rows<{ accountNumber: string; position: number }>(
    sql`select account_number, max(position) as position from policy_admin.policy
      where client = ${client} and account_number = any(${accountNumbers}::text[])
      group by account_number`,
  )
  return new Map(rows.map(({ accountNumber, position }) => [accountNumber, position]))
}

/** Rows of the tables of products, with their columns in camel case. */
export interface ProductRows {
  policy: readonly object[]
  billing: readonly object[]
  frequency: readonly object[]
  rider: readonly object[]
  additionalInsured: readonly object[]
  document: readonly object[]
}

/** Writes many products at once: one statement per table for any number of rows. */
export async function insertProducts(tx: Queries, rows: ProductRows): Promise<void> {
  await tx.rows(sql`insert into policy_admin.policy (${columns(policyColumns)})
    select ${columns(policyColumns)}
    from json_populate_recordset(null::policy_admin.policy, ${jsonRows(rows.policy)}::json)`)
  await tx.rows(sql`insert into policy_admin.billing select * from
    json_populate_recordset(null::policy_admin.billing, ${jsonRows(rows.billing)}::json)`)
  await insertLists(tx, rows)
}

async function insertLists(tx: Queries, rows: ProductRows): Promise<void> {
  if (rows.frequency.length > 0) {
    await tx.rows(sql`insert into policy_admin.frequency select * from
      json_populate_recordset(null::policy_admin.frequency, ${jsonRows(rows.frequency)}::json)`)
  }
  if (rows.rider.length > 0) {
    await tx.rows(sql`insert into policy_admin.rider select * from
      json_populate_recordset(null::policy_admin.rider, ${jsonRows(rows.rider)}::json)`)
  }
  if (rows.additionalInsured.length > 0) {
    await tx.rows(sql`insert into policy_admin.additional_insured select * from
      json_populate_recordset(null::policy_admin.additional_insured,
        ${jsonRows(rows.additionalInsured)}::json)`)
  }
  await insertDocuments(tx, rows.document)
}

/** Adds documents, and replaces known ones. */
export async function insertDocuments(tx: Queries, rows: readonly object[]): Promise<number> {
  if (rows.length === 0) return 0
  const written = await tx.rows(
    sql`insert into policy_admin.document as d select * from
        json_populate_recordset(null::policy_admin.document, ${jsonRows(rows)}::json)
      on conflict (client, policy_number, document_id, document_source, document_category)
      do update set is_correspondence = excluded.is_correspondence,
        document_type_id = excluded.document_type_id, document_name = excluded.document_name,
        document_created_date = excluded.document_created_date
      where (d.is_correspondence, d.document_type_id, d.document_name, d.document_created_date)
        is distinct from (excluded.is_correspondence, excluded.document_type_id,
          excluded.document_name, excluded.document_created_date)
      returning 1`,
  )
  return written.length
}

/**
 * Updates these known products. A product that is billed again is billed from `today`. A choice of
 * frequency and auto pay made here after `asOf` stays while the product has that frequency; without
 * `asOf`, any choice made here stays.
 */
export async function updateProducts(
  tx: Queries,
  client: string,
  rows: ProductRows,
  withDocuments: readonly string[],
  { asOf, today }: Refresh,
): Promise<void> {
  if (rows.policy.length === 0) return
  const products = jsonRows(rows.policy)
  await tx.rows(
    sql`update policy_admin.billing b set billed_from = greatest(b.billed_from, ${today}::date)
      from json_populate_recordset(null::policy_admin.billing, ${jsonRows(rows.billing)}::json) w,
        json_populate_recordset(null::policy_admin.policy, ${products}::json) r,
        policy_admin.policy y
      where b.client = ${client} and b.policy_number = w.policy_number
        and b.billed_from is not null and w.kind = 'direct'
        and r.policy_number = w.policy_number and r.active
        and y.client = b.client and y.policy_number = b.policy_number
        and not (y.active and b.kind = 'direct')`,
  )
  await tx.rows(
    sql`delete from policy_admin.frequency
        using json_populate_recordset(null::policy_admin.policy, ${products}::json) r
      where frequency.client = ${client} and frequency.policy_number = r.policy_number`,
  )
  await tx.rows(
    sql`delete from policy_admin.rider
        using json_populate_recordset(null::policy_admin.policy, ${products}::json) r
      where rider.client = ${client} and rider.policy_number = r.policy_number`,
  )
  await tx.rows(
    sql`delete from policy_admin.additional_insured i
        using json_populate_recordset(null::policy_admin.policy, ${products}::json) r
      where i.client = ${client} and i.policy_number = r.policy_number`,
  )
  await tx.rows(
    sql`delete from policy_admin.document where client = ${client}
      and policy_number = any(${withDocuments}::text[])`,
  )
  await insertLists(tx, rows)
  await tx.rows(
    sql`update policy_admin.policy y
      set (${columns(refreshed)}) = row(${columns(refreshed, "r")})
      from json_populate_recordset(null::policy_admin.policy, ${products}::json) r
      where y.client = ${client} and y.policy_number = r.policy_number`,
  )
  await tx.rows(
    sql`with wanted as (
      select r.*, coalesce(b.choice_changed_at > coalesce(${asOf}::timestamptz, '-infinity')
          and exists (select from policy_admin.frequency f where f.client = b.client
            and f.policy_number = b.policy_number and f.code = b.frequency_code), false) as is_kept
      from json_populate_recordset(null::policy_admin.billing, ${jsonRows(rows.billing)}::json) r
      join policy_admin.billing b on b.client = ${client} and b.policy_number = r.policy_number)
    update policy_admin.billing b
      set kind = w.kind, has_billing_fee = w.has_billing_fee,
        frequency_code = case when is_kept then b.frequency_code else w.frequency_code end,
        payment_method_record_id = case when is_kept then b.payment_method_record_id
          else w.payment_method_record_id end,
        payment_method_label = case when is_kept then b.payment_method_label
          else w.payment_method_label end,
        amount_due_special_character = w.amount_due_special_character,
        show_amount_breakdown = w.show_amount_breakdown, disclaimer = w.disclaimer,
        pay_now_blocked = w.pay_now_blocked, change_blocked = w.change_blocked
      from wanted w
      where b.client = ${client} and b.policy_number = w.policy_number`,
  )
}

/** Records that these products equal the stored ones. */
export async function noteProducts(
  tx: Queries,
  client: string,
  rows: readonly { policyNumber: string; recordHash: string }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.rows(
    sql`update policy_admin.policy y set record_hash = r.record_hash
      from json_populate_recordset(null::policy_admin.policy, ${jsonRows(rows)}::json) r
      where y.client = ${client} and y.policy_number = r.policy_number`,
  )
}
