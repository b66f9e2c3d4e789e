import { jsonRows, type Queries, sql } from "#database/sql.ts"
import type { AcceptedPayment, PaidBill } from "./payable.ts"

type PaymentRow = Omit<AcceptedPayment, "pays"> & {
  pays: PaidBill[] | null
  dueDate: string | null
}

/**
 * The accepted payments of a product that were neither released by staff nor reversed by the
 * account system, oldest first. A payment of an earlier version is for the bill that was due first
 * when it was recorded.
 */
export async function findAcceptedPayments(
  queries: Queries,
  client: string,
  policyNumber: string,
): Promise<AcceptedPayment[]> {
  const rows = await queries.rows<PaymentRow>(
    sql`select p.id, p.confirmation_number, (p.amount * 100)::float8 as amount,
        p.accepted_at, (p.money_left * 100)::float8 as "left", p.pays, p.is_recording,
        coalesce((select a.due_dates[1] from myaccount_core.announced_charge a
          where a.client = p.client and a.payment_id = p.id limit 1), p.due_date) as due_date
      from myaccount_core.accepted_payment p
      where p.client = ${client} and p.policy_number = ${policyNumber}
      order by p.number`,
  )
  return withBills(rows)
}

function withBills(rows: readonly PaymentRow[]): AcceptedPayment[] {
  return rows.flatMap(({ pays, dueDate, ...payment }) => {
    if (pays) return [{ ...payment, pays }]
    if (dueDate === null) return []
    const oldest = { number: 0, periodFrom: null, dueDate, amount: payment.amount }
    return [{ ...payment, pays: [oldest] }]
  })
}

/**
 * The payments of a product that the account system reversed on its own and whose money is with us,
 * oldest first. They pay no bill until it posts them again.
 */
export async function findStoredPayments(
  queries: Queries,
  client: string,
  policyNumber: string,
): Promise<AcceptedPayment[]> {
  const rows = await queries.rows<PaymentRow>(
    sql`select id, confirmation_number, (amount * 100)::float8 as amount,
        coalesce(decided_at, submitted_at) as accepted_at,
        ((amount - refunded) * 100)::float8 as "left", pays, false as is_recording, due_date
      from myaccount_core.payment
      where client = ${client} and policy_number = ${policyNumber} and revoked_at is not null
        and amount > refunded and status not in ('returned', 'disputeLost')
      order by number`,
  )
  return withBills(rows)
}

/** Stores the bills that these payments pay. */
export async function savePaidBills(
  tx: Queries,
  client: string,
  payments: readonly { id: string; pays: readonly PaidBill[] }[],
): Promise<void> {
  await tx.rows(
    sql`update myaccount_core.payment p set pays = m.pays
      from json_to_recordset(${jsonRows(payments)}::json) as m(id uuid, pays jsonb)
      where p.client = ${client} and p.id = m.id`,
  )
}

export interface Contradicted {
  /** Id of the payment. */
  id: string
  client: string
  accountNumber: string
  policyNumber: string
  productDesc: string
  confirmationNumber: string
  /** Cents of open bills that the payment has paid. */
  amount: number
  reversedKind: "payment"
}

/**
 * The payments of these clients that have paid bills which are open: for an account, or the payment
 * with this id.
 */
export async function findContradicted(
  queries: Queries,
  clients: readonly string[],
  { id, accountNumber }: { id?: string; accountNumber?: string },
): Promise<Contradicted[]> {
  return await queries.rows<Contradicted>(
    sql`select p.id, p.client, p.account_number, p.policy_number, p.product_desc,
        p.confirmation_number, sum(d.ours)::float8 as amount, 'payment' as reversed_kind
      from myaccount_core.payment p
      join myaccount_core.payment_difference d on d.client = p.client and d.payment_id = p.id
        and d.kind = 'billPaid' and d.resolved_at is null
      where p.client = any(${clients}::text[])
        and (p.id = ${id ?? null}::uuid or p.account_number = ${accountNumber ?? null})
      group by p.client, p.id order by p.number`,
  )
}

/**
 * The products of these payments, and products with a payment whose bill is open, in a fixed order.
 */
export async function findContradictedProducts(
  queries: Queries,
  client: string,
  paymentIds: readonly string[],
): Promise<{ client: string; accountNumber: string; policyNumber: string }[]> {
  return await queries.rows(
    sql`select distinct p.client, p.account_number, p.policy_number from myaccount_core.payment p
      where p.client = ${client} and (p.id = any(${paymentIds}::uuid[])
        or p.id in (select d.payment_id from myaccount_core.payment_difference d
          where d.client = ${client} and d.kind = 'billPaid' and d.resolved_at is null))
      order by p.policy_number`,
  )
}
