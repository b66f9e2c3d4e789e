import type { Transaction } from "#database/open.ts"
import { type Queries, sql } from "#database/sql.ts"
import { clients, either, ids, shared } from "./keys.ts"
import { secondTenant } from "./second-tenant.ts"
import {
  addBill,
  addEntry,
  addLotNote,
  addPaidBills,
  addRecordedPayment,
  addReversal,
} from "./tables.ts"

const [first = "", second = ""] = shared.crossedPolicies
const { billedPolicy } = shared

/** The book of a product. */
export async function bookOf(tx: Queries, client: string, policyNumber: string): Promise<string> {
  const [billing] = await tx.rows<{ book: string }>(
    sql`select book from policy_admin.billing
      where client = ${client} and policy_number = ${policyNumber}`,
  )
  return billing?.book ?? ""
}

/**
 * Gives the books of both clients the same ids, which random ids never have, and then different
 * bills, entries and reversals.
 */
export async function writeBooks(tx: Transaction): Promise<void> {
  // Turns off the triggers that protect the books.
  await tx.script("set local session_replication_role = replica")
  await shareBooks(tx)
  await tx.script("set local session_replication_role = origin")
  await writeBills(tx)
  for (const client of clients) await writeMoney(tx, client)
  await addReversalOf(tx, secondTenant, shared.appliedPayment)
  // Only the second tenant has posted money to the first product.
  const posted = { number: 60, kind: "credit", lot: "of the twin", cause: "of the twin" }
  await addEntry(tx, { ...(await productOf(tx, secondTenant, first)), ...posted })
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

/** Writes the first bill of a product, with another date at each client. */
async function writeBills(tx: Queries) {
  for (const client of clients) {
    const bill = { ...(await productOf(tx, client, billedPolicy)), number: 1 }
    await addBill(tx, { ...bill, ...daysFrom(either(client, "2026-02-01", "2027-01-01")) })
  }
  const bill = { ...(await productOf(tx, secondTenant, first)), number: 2, replaces: 1 }
  await addBill(tx, { ...bill, ...daysFrom("2026-03-20") })
}

function daysFrom(day: string) {
  const periodTo = Temporal.PlainDate.from(day).add({ days: 27 }).toString()
  return { issuedOn: day, periodFrom: day, periodTo, dueDate: day }
}

/**
 * Writes a payment with a reversal in the other client's book, a credit, and a payment and a
 * write-off of the first bill, which has another date at each client.
 */
async function writeMoney(tx: Queries, client: string) {
  const product = await productOf(tx, client, second)
  const [own, ofOther] = either(client, ["a", "b"] as const, ["b", "a"] as const)
  const payment = { kind: "payment", lot: own, cause: own, billNumber: 1 }
  await addEntry(tx, { ...product, ...payment, number: 50, amount: either(client, 500, 700) })
  await addReversalOf(tx, client, ofOther)
  const credit = { kind: "credit", lot: shared.credit, cause: shared.credit, billNumber: 1 }
  await addEntry(tx, { ...product, ...credit, number: 51, amount: either(client, 50, 70) })
  const billed = await productOf(tx, client, billedPolicy)
  const { policyNumber } = billed
  const { named: paymentId } = ids.payment
  const accountNumber = shared.reactivateAccount
  await addRecordedPayment(tx, { client, paymentId, accountNumber, policyNumber })
  await addPaidBills(tx, { ...billed, paymentId })
  const lot = "a write-off"
  const writeOff = { number: 60, kind: "writeOff", lot, cause: lot, billNumber: 1 }
  await addEntry(tx, { ...billed, ...writeOff })
  await addLotNote(tx, { client, policyNumber, lot })
}

async function productOf(tx: Queries, client: string, policyNumber: string) {
  return { client, policyNumber, book: await bookOf(tx, client, policyNumber) }
}

async function addReversalOf(tx: Queries, client: string, paymentId: string) {
  await addReversal(tx, { client, reversalId: `of ${paymentId}`, paymentId })
}
