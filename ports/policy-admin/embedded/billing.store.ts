import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { BillingChange, SkippedCharge } from "../port.ts"

/**
 * Makes the change if the product is still paid as the customer saw it and the change is new.
 * Returns whether it did.
 */
export async function writeBilling(
  tx: Queries,
  change: BillingChange,
  now: Date,
): Promise<boolean> {
  const { client, accountNumber, policyNumber, seen, wanted, changeId } = change
  const rows = await tx.rows(
    sql`update policy_admin.billing b set frequency_code = f.code,
        payment_method_record_id = ${wanted.paymentMethodRecordId}::text,
        payment_method_label = ${wanted.paymentMethodLabel}, choice_changed_at = ${now},
        changes = coalesce(b.changes, '{}') || ${JSON.stringify(changeId === undefined ? {} : { [changeId]: "made" })}
      from policy_admin.frequency f
      join policy_admin.policy y using (client, policy_number)
      where y.account_number = ${accountNumber} and f.client = b.client
        and f.policy_number = b.policy_number and f.code = ${wanted.frequencyCode}
        and b.client = ${client} and b.policy_number = ${policyNumber}
        and b.frequency_code = ${seen.frequencyCode}
        and b.payment_method_record_id is not distinct from ${seen.paymentMethodRecordId}
        and b.changes -> ${changeId ?? ""}::text is null
      returning 1`,
  )
  return rows.length > 0
}

/**
 * Whether a change that was not made now was made before, or the product is already paid as
 * requested. The first result of a change is stored.
 */
export async function wasMade(tx: Queries, change: BillingChange): Promise<boolean> {
  const { client, accountNumber, policyNumber, wanted, changeId = null } = change
  const found = await oneRow<{ result: string }>(
    tx,
    sql`select coalesce(b.changes ->> ${changeId}::text, case when b.frequency_code = ${wanted.frequencyCode}
        and b.payment_method_record_id is not distinct from ${wanted.paymentMethodRecordId}
      then 'made' else 'differs' end) as result
      from policy_admin.billing b join policy_admin.policy y using (client, policy_number)
      where y.client = ${client} and y.policy_number = ${policyNumber}
        and y.account_number = ${accountNumber}`,
  )
  if (!found || changeId === null) return found?.result === "made"
  const kept = await oneRow<{ result: string }>(
    tx,
    sql`update policy_admin.billing
      set changes = jsonb_build_object(${changeId}::text, ${found.result}::text) || coalesce(changes, '{}')
      where client = ${client} and policy_number = ${policyNumber}
      returning changes ->> ${changeId}::text as result`,
  )
  return kept?.result === "made"
}

/** Returns false for a product of another account. */
export async function insertSkippedCharges(
  queries: Queries,
  { client, accountNumber, policyNumber, dueDates }: SkippedCharge,
): Promise<boolean> {
  const rows = await queries.rows(
    sql`with product as (
      select client, policy_number from policy_admin.policy where client = ${client}
        and policy_number = ${policyNumber} and account_number = ${accountNumber}),
    skipped as (
      insert into policy_admin.skipped_charge (client, policy_number, due_date)
      select client, policy_number, due_date
      from product, unnest(${dueDates}::date[]) as due_date
      on conflict do nothing)
    select from product`,
  )
  return rows.length > 0
}
