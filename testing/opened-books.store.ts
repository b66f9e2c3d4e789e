import { randomUUID } from "node:crypto"
import { type Queries, sql } from "#database/sql.ts"
import {
  billRow,
  entryRow,
  insertBills,
  insertEntries,
} from "#ports/policy-admin/embedded/books.store.ts"
import { type LoadedBalance, openingOf } from "#ports/policy-admin/embedded/ledger/opening.ts"

/**
 * Opens a new book with this balance for each of these products, as a load does. Fields that the
 * balance does not state stay unchanged, except the debt: without amounts, nothing is owed. Cents.
 *
 * Earlier payments count for other bills, even with the same due date.
 */
export async function openBooks(
  tx: Queries,
  client: string,
  policyNumbers: readonly string[],
  balance: Partial<LoadedBalance> = {},
): Promise<void> {
  const products = await tx.rows<{
    policyNumber: string
    frequencyCode: string
    dueDate: string | null
  }>(
    sql`select b.policy_number, b.frequency_code, b.due_date from policy_admin.balance b
      where b.client = ${client} and b.policy_number = any(${policyNumbers}::text[])`,
  )
  const none = { amountDue: 0, pastDueAmount: 0, adjustment: 0, billingCredit: 0 }
  for (const { policyNumber, ...known } of products) {
    const opening = openingOf({ ...none, ...known, ...balance })
    const key = { client, policyNumber, book: randomUUID() }
    await insertBills(
      tx,
      opening.book.bills.map((bill) => billRow(key, bill)),
    )
    await insertEntries(
      tx,
      opening.book.entries.map((entry) => entryRow(key, entry)),
    )
    await tx.rows(
      sql`update policy_admin.billing set book = ${key.book}, billed_from = ${opening.billedFrom},
          billing_day = ${opening.billingDay}
        where client = ${client} and policy_number = ${policyNumber}`,
    )
  }
  await tx.rows(
    sql`update myaccount_core.payment set pays = json_build_array(json_build_object('number', 0,
        'periodFrom', null, 'dueDate', null, 'amount', (amount * 100)::bigint))
      where client = ${client} and policy_number = any(${policyNumbers}::text[])`,
  )
}

/** Gives copies of products the open bills of their originals. */
export async function copyBills(tx: Queries, client: string, like: string): Promise<void> {
  await tx.rows(
    sql`insert into policy_admin.bill
      select (jsonb_populate_record(l, jsonb_build_object('client', b.client,
        'policy_number', b.policy_number))).*
      from policy_admin.bill l join policy_admin.billing b using (book)
      where l.client = ${client} and l.policy_number = ${like}
      on conflict do nothing`,
  )
  await tx.rows(
    sql`insert into policy_admin.entry
      select (jsonb_populate_record(e, jsonb_build_object('client', b.client,
        'policy_number', b.policy_number))).*
      from policy_admin.entry e join policy_admin.billing b using (book)
      where e.client = ${client} and e.policy_number = ${like}
      on conflict do nothing`,
  )
}
