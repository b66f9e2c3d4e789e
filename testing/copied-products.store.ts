import { type Queries, sql } from "#database/sql.ts"
import { copyBills } from "./opened-books.store.ts"

interface Copies {
  client: string
  accountNumber: string
  /** The product to copy, with all its rows. */
  like: string
  count: number
  /** The number that precedes the first copy's number. */
  after: number
}

/** Gives an account as many products as a test or a measurement needs. */
export async function copyProducts(queries: Queries, copies: Copies): Promise<void> {
  const { client, accountNumber, like, count, after } = copies
  await queries.rows(
    sql`insert into policy_admin.policy
      select (jsonb_populate_record(y, jsonb_build_object('policy_number', (${after}::bigint + n)::text,
        'account_number', ${accountNumber}::text, 'position', n))).*
      from policy_admin.policy y, generate_series(1, ${count}) n
      where y.client = ${client} and y.policy_number = ${like}`,
  )
  await queries.rows(
    sql`insert into policy_admin.billing
      select (jsonb_populate_record(b,
        jsonb_build_object('policy_number', (${after}::bigint + n)::text))).*
      from policy_admin.billing b, generate_series(1, ${count}) n
      where b.client = ${client} and b.policy_number = ${like}`,
  )
  await copyBills(queries, client, like)
  await queries.rows(
    sql`insert into policy_admin.frequency
      select (jsonb_populate_record(f,
        jsonb_build_object('policy_number', (${after}::bigint + n)::text))).*
      from policy_admin.frequency f, generate_series(1, ${count}) n
      where f.client = ${client} and f.policy_number = ${like}`,
  )
  await queries.rows(
    sql`insert into policy_admin.rider
      select (jsonb_populate_record(r,
        jsonb_build_object('policy_number', (${after}::bigint + n)::text))).*
      from policy_admin.rider r, generate_series(1, ${count}) n
      where r.client = ${client} and r.policy_number = ${like}`,
  )
  await queries.rows(
    sql`insert into policy_admin.additional_insured
      select (jsonb_populate_record(i,
        jsonb_build_object('policy_number', (${after}::bigint + n)::text))).*
      from policy_admin.additional_insured i, generate_series(1, ${count}) n
      where i.client = ${client} and i.policy_number = ${like}`,
  )
  await queries.rows(
    sql`insert into policy_admin.document
      select (jsonb_populate_record(d,
        jsonb_build_object('policy_number', (${after}::bigint + n)::text))).*
      from policy_admin.document d, generate_series(1, ${count}) n
      where d.client = ${client} and d.policy_number = ${like}`,
  )
}
