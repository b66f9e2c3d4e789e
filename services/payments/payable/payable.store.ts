import { jsonRows, type Queries, sql } from "#database/sql.ts"
import type { AcceptedPayment, PaidBill } from "./payable.ts"

/**
 * The accepted payments of a product that were neither released by staff nor taken back by the account
 * system, the oldest first. One of an earlier version is for the bill that was due first when it was recorded.
 */
export async function findAcceptedPayments(
  queries: Queries,
  client: string,
  policyNumber: string,
): Promise<AcceptedPayment[]> {
  const rows = await queries.rows<
    Omit<AcceptedPayment, "pays"> & { pays: PaidBill[] | null; dueDate: string | null }
  >(
    sql`select p.id, p.confirmation_number, (p.amount * 100)::float8 as amount,
        p.accepted_at, (p.money_left * 100)::float8 as "left", p.pays, p.is_recording,
        coalesce((select a.due_dates[1] from myaccount_core.announced_charge a
          where a.client = p.client and a.payment_id = p.id limit 1), p.due_date) as due_date
      from myaccount_core.accepted_payment p
      where p.client = ${client} and p.policy_number = ${policyNumber}
      order by p.number`,
  )
  return rows.flatMap(({ pays, dueDate, ...payment }) => {
    if (pays) return [{ ...payment, pays }]
    if (dueDate === null) return []
    const oldest = { number: 0, periodFrom: null, dueDate, amount: payment.amount }
    return [{ ...payment, pays: [oldest] }]
  })
}

/** Stores which bills these payments pay. */
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
