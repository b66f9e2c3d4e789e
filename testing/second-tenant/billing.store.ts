import { type Queries, sql } from "#database/sql.ts"
import { openBooks } from "../opened-books.store.ts"
import { bookOf } from "./books.store.ts"
import { either, ids, shared } from "./keys.ts"
import { addEntry, addRecordedPayment, addSkippedCharge } from "./tables.ts"

const { policy, paidPolicy, quietPolicy, skippedPolicy, crossedPolicies, endedPolicy } = shared

/** Makes the same products due, settled and ended at both clients. */
export async function writeBilling(tx: Queries, client: string): Promise<void> {
  await writeRecordedPayment(tx, client)
  const settled = ["4000000017", shared.billedPolicy]
  await tx.rows(
    sql`update policy_admin.billing set kind = 'direct'
      where client = ${client} and policy_number = any(${settled}::text[])`,
  )
  await openBooks(tx, client, settled, { dueDate: "2026-03-01" })
  await tx.rows(
    sql`update policy_admin.billing set kind = 'direct',
        payment_method_record_id = ${shared.recordId}
      where client = ${client} and policy_number = ${paidPolicy}`,
  )
  await tx.rows(
    sql`update policy_admin.billing set payment_method_record_id = null,
        frequency_code = ${either(client, "M", "Q")}
      where client = ${client} and policy_number = ${quietPolicy}`,
  )
  // Only the second tenant's people chose how these products are paid, and have them at another
  // position.
  await tx.rows(
    sql`update policy_admin.billing set payment_method_record_id = null,
        choice_changed_at = ${either(client, null, shared.noon)}::timestamptz
      where client = ${client} and policy_number = any(${crossedPolicies}::text[])`,
  )
  await tx.rows(
    sql`update policy_admin.policy set position = ${either(client, 0, 1)}
      where client = ${client} and policy_number = any(${crossedPolicies}::text[])`,
  )
  await openBooks(tx, client, crossedPolicies, { dueDate: "2026-03-20", amountDue: 3_000 })
  await writeEndedProduct(tx, client)
}

/** Writes a payment of a bill, and the skipped charges. */
async function writeRecordedPayment(tx: Queries, client: string) {
  await addRecordedPayment(tx, { client, paymentId: shared.appliedPayment, policyNumber: policy })
  await addSkippedCharge(tx, { client, dueDate: either(client, "2026-03-13", "2026-03-12") })
  // Only the second tenant has skipped a charge of a product that is on auto pay at both.
  if (client !== "harbor") {
    await tx.rows(
      sql`insert into policy_admin.skipped_charge
        select client, policy_number, due_date from policy_admin.standing_bill
        where client = ${client} and policy_number = ${skippedPolicy} and owed > 0`,
    )
  }
  await tx.rows(
    sql`insert into policy_admin.payment_bills (client, policy_number, book, payment_id, bill_numbers)
      select client, policy_number, book, ${shared.appliedPayment}, array[number]
      from policy_admin.standing_bill
      where client = ${client} and policy_number = ${policy} and number > ${either(client, 0, 1)}
      order by number limit 1`,
  )
}

/**
 * Opens the same bill of a product at both clients, and writes a payment that a load of the bills
 * counts. The bill covers more than one period only at the second tenant, where the product has
 * ended and the book contains the payment's money too.
 */
async function writeEndedProduct(tx: Queries, client: string) {
  const product = { client, policyNumber: endedPolicy }
  await openBooks(tx, client, [endedPolicy], { dueDate: "2026-03-10", amountDue: 500 })
  await addRecordedPayment(tx, {
    ...{ ...product, accountNumber: shared.endedAccount, paymentId: ids.payment.counted },
    ...{ amount: 10, postedAt: "2026-03-01T12:00:00Z" },
  })
  await tx.rows(
    sql`update policy_admin.billing set as_of = '2026-04-01T12:00:00Z'
      where client = ${client} and policy_number = ${endedPolicy}`,
  )
  if (client === "harbor") return
  const { counted } = ids.payment
  const entry = { number: 90, kind: "payment", lot: counted, cause: counted, amount: 10 }
  await addEntry(tx, { ...product, book: await bookOf(tx, client, endedPolicy), ...entry })
  await tx.rows(
    sql`update policy_admin.frequency set amount = 0.5
      where client = ${client} and policy_number = ${endedPolicy}`,
  )
  await tx.rows(
    sql`update policy_admin.policy set active = false
      where client = ${client} and policy_number = ${endedPolicy}`,
  )
}
