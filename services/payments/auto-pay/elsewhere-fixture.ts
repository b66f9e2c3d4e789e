import { randomUUID } from "node:crypto"
import { sql } from "#database/sql.ts"
import { payerAccount, payerPolicy } from "#testing/payers.ts"
import { client, type startPaymentsTest } from "../payments-fixture.ts"

export type World = Awaited<ReturnType<typeof startPaymentsTest>>

/** Replaces a payer's newest bill in the account system by one with another due date or premium. */
export async function replaceBill(
  { database }: World,
  payer: number,
  { dueDate = null, premium = null }: { dueDate?: string | null; premium?: number | null },
): Promise<void> {
  await database.rows(
    sql`insert into policy_admin.bill
      select (jsonb_populate_record(b, jsonb_build_object('number', b.number + 1,
        'replaces', b.number, 'due_date', coalesce(${dueDate}::date, b.due_date),
        'premium', coalesce(${premium}::bigint, b.premium)))).*
      from policy_admin.bill b join policy_admin.billing g using (client, policy_number, book)
      where b.client = ${client} and b.policy_number = ${payerPolicy(payer)}
      order by b.number desc limit 1`,
  )
}

/** Changes the description of a payer's product, so that its number stands for another product. */
export async function describeProduct({ database }: World, payer: number, description: string) {
  await database.rows(
    sql`update policy_admin.policy set product_desc = ${description}
      where client = ${client} and policy_number = ${payerPolicy(payer)}`,
  )
}

/** Sets auto pay to this method by phone, or turns it off with null. */
export async function setByPhone({ database }: World, payer: number, recordId: string | null) {
  await database.rows(
    sql`update policy_admin.billing set payment_method_record_id = ${recordId}
      where client = ${client} and policy_number = ${payerPolicy(payer)}`,
  )
}

export async function payByPhone({ policyAdmin, brands }: World, payer: number, amount: number) {
  const [accountNumber, policyNumber] = [payerAccount(payer), payerPolicy(payer)]
  const paidOn = (await brands.todayOf(client)).toString()
  const payment = { client, paymentId: randomUUID(), accountNumber, policyNumber, amount, paidOn }
  await policyAdmin.applyPayment(payment)
}

/** Lets the product lapse. */
export async function endProduct({ database }: World, payer: number) {
  await database.rows(
    sql`update policy_admin.policy set active = false
      where client = ${client} and policy_number = ${payerPolicy(payer)}`,
  )
}

/** Transfers the product to another account. */
export async function transferProduct({ database }: World, payer: number, to: number) {
  await database.rows(
    sql`update policy_admin.policy set account_number = ${payerAccount(to)}, position = 99
      where client = ${client} and policy_number = ${payerPolicy(payer)}`,
  )
}

/** Merges the account into another one, after which its number is unknown. */
export async function mergeAccount(at: World, payer: number, into: number) {
  await transferProduct(at, payer, into)
  await at.database.rows(
    sql`delete from policy_admin.person
      where client = ${client} and account_number = ${payerAccount(payer)}`,
  )
}
