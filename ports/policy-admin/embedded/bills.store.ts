import { columns, type Queries, sql } from "#database/sql.ts"
import { billFieldNames } from "../bill-fields.ts"
import type { AutoPayDue, OpenBill } from "../port.ts"
import type { ProductKey } from "./books.store.ts"
import { openedOn } from "./ledger/opening.ts"

/**
 * Active products of a client with their own bill, in which a period that starts by `by` has no
 * bill yet.
 */
export async function findUnbilled(
  queries: Queries,
  client: string,
  by: string,
  after: ProductKey | undefined,
  limit: number,
): Promise<ProductKey[]> {
  return await queries.rows<ProductKey>(
    sql`select b.client, b.policy_number from policy_admin.billing b
      join policy_admin.policy y using (client, policy_number)
      left join lateral (
        select l.number, l.period_to from policy_admin.bill l where l.client = b.client
          and l.policy_number = b.policy_number and l.book = b.book
        order by l.number desc limit 1) last on true
      where b.client = ${client} and b.kind = 'direct' and y.active
        and case when last.number is null then b.billed_from
          when last.period_to is not null then greatest(last.period_to + 1, b.billed_from) end <= ${by}
        and b.policy_number > ${after?.policyNumber ?? ""}
      order by b.policy_number limit ${limit}`,
  )
}

/** Products of a client on auto pay with open bills that are due by `today`. */
export async function findAutoPayDue(
  queries: Queries,
  client: string,
  today: string,
  after: AutoPayDue | undefined,
  limit: number,
): Promise<AutoPayDue[]> {
  return await queries.rows<AutoPayDue>(
    sql`select b.client, y.account_number, b.policy_number, y.product_desc, due.due_date,
        due.amount, due.bill_numbers, due.due_dates, b.payment_method_record_id
      from policy_admin.billing b join policy_admin.policy y using (client, policy_number),
      lateral (
        select max(s.due_date) as due_date, sum(s.owed)::float8 as amount,
          json_agg(s.number order by s.number) as bill_numbers,
          json_agg(s.due_date order by s.number) as due_dates
        from policy_admin.standing_bill s where s.client = b.client
          and s.policy_number = b.policy_number and s.book = b.book
          and s.owed > 0 and s.due_date <= ${today}
          and not exists (select from policy_admin.skipped_charge k where k.client = b.client
            and k.policy_number = b.policy_number and k.due_date = s.due_date)) due
      where b.client = ${client} and b.kind = 'direct' and y.active and due.amount > 0
        and b.payment_method_record_id is not null
        and b.policy_number > ${after?.policyNumber ?? ""}
      order by b.policy_number limit ${limit}`,
  )
}

/**
 * The unsettled bills of these products of a person, oldest first, by policy number, in one round
 * trip. Products without such a bill are absent.
 */
export async function findOpenBills(
  queries: Queries,
  client: string,
  accountNumber: string,
  policyNumbers: readonly string[],
): Promise<Map<string, OpenBill[]>> {
  const rows = await queries.rows<
    OpenBill & { policyNumber: string; countedPayments: string[] | null }
  >(
    sql`select s.policy_number, s.number, s.period_from, s.period_to, s.due_date,
        s.premium::float8 as premium, s.fee::float8 as fee, s.adjustment::float8 as adjustment,
        s.credit::float8 as credit, s.owed::float8 as owed,
        ${columns(billFieldNames, "s")},
        (select json_agg(p.payment_id) from policy_admin.payment p
          join policy_admin.billing b on b.client = p.client and b.policy_number = p.policy_number
          where p.client = s.client and p.policy_number = s.policy_number
            and s.issued_on = ${openedOn} and s.number > 0 and p.posted_at <= b.as_of
            and not exists (select from policy_admin.entry e where e.client = p.client
              and e.policy_number = p.policy_number and e.book = b.book
              and e.lot = p.payment_id::text and (e.bill_number > 0 or e.bill_number is null)
              having sum(e.amount) > 0))
          as counted_payments
      from policy_admin.standing_bill s
      join policy_admin.policy y on y.client = s.client and y.policy_number = s.policy_number
      where s.client = ${client} and s.policy_number = any(${policyNumbers}::text[])
        and y.account_number = ${accountNumber} and s.owed > 0
      order by s.number`,
  )
  const byProduct = new Map<string, OpenBill[]>()
  for (const { policyNumber, countedPayments, ...stored } of rows) {
    const bill = countedPayments ? { ...stored, countedPayments } : stored
    byProduct.set(policyNumber, [...(byProduct.get(policyNumber) ?? []), bill])
  }
  return byProduct
}
