import type { Transaction } from "#database/open.ts"
import { type Queries, sql } from "#database/sql.ts"
import { secondTenant } from "./second-tenant.ts"

/** A credit id that both clients use, with different amounts. */
export const sharedCredit = "a credit of both clients"

/** A payment id that both clients use, with different amounts. */
const namedPayment = "00000000-0000-4000-8000-0000000000fc"

interface Products {
  /** Two products with one open bill each. */
  open: readonly [string, string]
  /** A product without a bill. */
  settled: string
  /** A payment of both clients. */
  payment: string
}

/**
 * Gives the books of both clients the same ids, which random ids never have, and then different
 * bills, entries and reversals.
 */
export async function writeBooks(
  tx: Transaction,
  { open: [first, second], settled, payment }: Products,
): Promise<void> {
  // Turns off the triggers that protect the books.
  await tx.script("set local session_replication_role = replica")
  await shareBooks(tx)
  await tx.script("set local session_replication_role = origin")
  await addBill(tx, { client: "harbor", policy: settled, number: 1, from: "2026-02-01" })
  await addBill(tx, { client: secondTenant, policy: settled, number: 1, from: "2027-01-01" })
  await addBill(tx, {
    client: secondTenant,
    policy: first,
    number: 2,
    from: "2026-03-20",
    replaces: 1,
  })
  // Each client has a reversal of a payment in the other client's book.
  for (const [client, own, reversed] of [
    ["harbor", "a", "b"],
    [secondTenant, "b", "a"],
  ] as const) {
    await tx.rows(
      sql`insert into policy_admin.entry
        select client, policy_number, book, 50, 'payment', ${own}, ${own}, 1,
          ${client === secondTenant ? 700 : 500}, '2026-03-01' from policy_admin.billing
        where client = ${client} and policy_number = ${second}`,
    )
    await addReversal(tx, client, reversed)
  }
  await addReversal(tx, secondTenant, payment)
  for (const client of ["harbor", secondTenant]) {
    await addCredit(tx, client, second)
    await addNamedPayment(tx, client, settled)
    await addWriteOff(tx, client, settled)
  }
  // Only the second tenant has posted money to the first product.
  await addEntry(tx, {
    client: secondTenant,
    policy: first,
    number: 60,
    kind: "credit",
    lot: "of the twin",
  })
  await tx.script("set local session_replication_role = replica")
  await tx.rows(
    sql`update policy_admin.bill
      set covered_until = case client when ${secondTenant} then '2026-05-02'::date else '2026-05-01' end
      where policy_number = ${first} and client in ('harbor', ${secondTenant})`,
  )
  await tx.script("set local session_replication_role = origin")
}

async function shareBooks(tx: Queries): Promise<void> {
  for (const table of [sql`policy_admin.bill`, sql`policy_admin.entry`]) {
    await tx.rows({
      name: "",
      text: `update ${table.text} t set book = h.book
        from policy_admin.billing h join policy_admin.billing b using (policy_number)
        where h.client = 'harbor' and b.client = $1 and t.client = b.client
          and t.policy_number = b.policy_number and t.book = b.book`,
      values: [secondTenant],
    })
  }
  await tx.rows(
    sql`update policy_admin.billing b set book = h.book from policy_admin.billing h
      where b.client = ${secondTenant} and h.client = 'harbor' and h.policy_number = b.policy_number`,
  )
}

interface OneBill {
  client: string
  policy: string
  number: number
  from: string
  replaces?: number
}

async function addBill(tx: Queries, { client, policy, number, from, replaces }: OneBill) {
  await tx.rows(
    sql`insert into policy_admin.bill
      select client, policy_number, book, ${number}, ${replaces ?? null}::integer, ${from},
        ${from}::date, ${from}::date + 27, ${from}, 'M', 1000, 0, 0, 0, null
      from policy_admin.billing where client = ${client} and policy_number = ${policy}`,
  )
}

async function addCredit(tx: Queries, client: string, policy: string) {
  await tx.rows(
    sql`insert into policy_admin.entry
      select client, policy_number, book, 51, 'credit', ${sharedCredit}, ${sharedCredit}, 1,
        ${client === secondTenant ? 70 : 50}, '2026-03-01' from policy_admin.billing
      where client = ${client} and policy_number = ${policy}`,
  )
}

/** Adds a payment that names the first bill, which has another date at each client. */
async function addNamedPayment(tx: Queries, client: string, policy: string) {
  await tx.rows(
    sql`insert into policy_admin.payment (client, payment_id, account_number, policy_number, amount,
        paid_on)
      select client, ${namedPayment}, account_number, policy_number,
        ${client === secondTenant ? 20 : 10}, '2026-03-01'
      from policy_admin.policy where client = ${client} and policy_number = ${policy}`,
  )
  await tx.rows(
    sql`insert into policy_admin.payment_bills (client, policy_number, book, payment_id, bill_numbers)
      select client, policy_number, book, ${namedPayment}, array[1]
      from policy_admin.billing where client = ${client} and policy_number = ${policy}`,
  )
}

/** Adds a write-off of the first bill, which has another date at each client. */
async function addWriteOff(tx: Queries, client: string, policy: string) {
  const lot = "a write-off"
  await addEntry(tx, { client, policy, number: 60, kind: "writeOff", lot, bill: 1 })
  await tx.rows(
    sql`insert into policy_admin.lot_note (client, policy_number, lot, note)
      values (${client}, ${policy}, ${lot}, ${`A reason of ${client}`})`,
  )
}

interface OneEntry {
  client: string
  policy: string
  number: number
  kind: "credit" | "writeOff"
  lot: string
  bill?: number
}

async function addEntry(tx: Queries, { client, policy, number, kind, lot, bill }: OneEntry) {
  await tx.rows(
    sql`insert into policy_admin.entry
      select client, policy_number, book, ${number}, ${kind}, ${lot}, ${lot},
        ${bill ?? null}::integer, ${client === secondTenant ? 20 : 10}, '2026-03-01'
      from policy_admin.billing where client = ${client} and policy_number = ${policy}`,
  )
}

async function addReversal(tx: Queries, client: string, paymentId: string) {
  await tx.rows(
    sql`insert into policy_admin.reversal
      values (${client}, 'refund', ${`of ${paymentId}`}, ${paymentId}, 100, '2026-03-01', true)`,
  )
}
