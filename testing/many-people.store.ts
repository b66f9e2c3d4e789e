import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { copyBills } from "./opened-books.store.ts"

const clients = ["harbor", "wayfarer", "electricians", "steelworkers"]
const like = { client: "harbor", accountNumber: "HM2073350", policyNumber: "4003120956" }

/** The search texts that find the person with this number, for each type of search. */
export function readOutBy(number: number) {
  const digits = String(number).padStart(7, "0")
  return {
    policyNumber: `900${digits}`,
    accountNumber: `MP${digits}`,
    username: `person.${digits}`,
    paymentConfirmationNumber: `MP${digits}`,
  }
}

/**
 * Adds people to the demo and distributes them among its clients. They are numbered from 1. Each is
 * a copy of a demo person, with a product, a registration, a payment and an audit entry.
 */
export async function addManyPeople(database: Database, count: number): Promise<void> {
  await database.transaction(async (tx) => {
    // Copied rows refer to each other as their originals do, and checking each reference would take
    // minutes.
    await tx.script("set local session_replication_role = replica")
    await tx.rows(
      sql`create temp table made on commit drop as
        select client, 'MP' || digits as account_number, '900' || digits as policy_number,
          'person.' || digits || '_' || client as userid, 'Person.' || digits as username
        from generate_series(1, ${count}::integer) number,
          lpad(number::text, 7, '0') digits,
          lateral (select (${clients}::text[])[1 + number % 4] as client) shared_out`,
    )
    await tx.rows(
      sql`insert into policy_admin.person select one.*
        from made, policy_admin.person p, jsonb_populate_record(p, to_jsonb(made)) one
        where p.client = ${like.client} and p.account_number = ${like.accountNumber}`,
    )
    await tx.rows(
      sql`insert into policy_admin.policy select one.*
        from made, policy_admin.policy y, jsonb_populate_record(y, to_jsonb(made)) one
        where y.client = ${like.client} and y.policy_number = ${like.policyNumber}`,
    )
    await tx.rows(
      sql`insert into policy_admin.billing select one.*
        from made, policy_admin.billing b, jsonb_populate_record(b, to_jsonb(made)) one
        where b.client = ${like.client} and b.policy_number = ${like.policyNumber}`,
    )
    await copyBills(tx, like.client, like.policyNumber)
    await tx.rows(
      sql`insert into appauth.user_account select one.*
        from made, appauth.user_account u, jsonb_populate_record(u, to_jsonb(made)) one
        where u.client = ${like.client} and u.account_number = ${like.accountNumber}`,
    )
    await tx.rows(
      sql`insert into myaccount_core.payment (id, client, account_number, policy_number, number,
          idempotency_key, origin, amount, due_date, product_desc, gateway, method_reference,
          method_record_id, method_kind, method_label, method_last_four, site_address, status,
          confirmation_number, submitted_at, decided_at, applied_at)
        select gen_random_uuid(), client, account_number, policy_number, 1, userid, 'payNow', 42.75,
          '2026-03-15', 'Term Life', 'sandbox', '', '', 'card', 'Visa ending in 4242', '4242',
          'http://harbor.localhost', 'settled', account_number, at, at, at
        from made, cast('2026-03-01' as timestamptz) at`,
    )
    // These numbers do not collide with the ones that the audit log uses next.
    await tx.rows(
      sql`insert into audit.entry (client, number, content, previous_hash, hash, at)
        select client, 1000000000 + row_number() over (), json_build_object('action', 'signIn',
          'accountNumber', account_number, 'subjectUserid', userid), '', '', '2026-03-01' from made`,
    )
  })
  // PostgreSQL does the same automatically, some time after many rows are added.
  await database.rows(sql`vacuum analyze`)
}

/** Lets every staff member of the demo serve every client with only a password. */
export async function openToAllStaff(database: Database): Promise<void> {
  await database.rows(sql`update appauth.agent set clients = null, needs_second_factor = false`)
}
