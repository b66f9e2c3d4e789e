import { oneRow, type Queries, sql } from "#database/sql.ts"
import type { UserRow } from "#services/identity/credentials/users.store.ts"
import type { LoadedMethod } from "#services/payments/methods/payment-methods.load.store.ts"

/** The saved payment methods of these people, each person's in the order of a load. */
export async function findMethodsOf(
  queries: Queries,
  client: string,
  accountNumbers: readonly string[],
): Promise<LoadedMethod[]> {
  return await queries.rows<LoadedMethod>(
    sql`select record_id, account_number, kind, holder_name, card_type, bank_type, last_four,
        expiration_date, institution, masked_routing_number, address_line1, address_line2,
        address_line3, city_name, state_code, zip_code, gateway, gateway_reference, verify_at
      from myaccount_core.payment_method
      where client = ${client} and account_number = any(${accountNumbers}::text[])
        and deleted_at is null and remembered
      order by account_number, number desc`,
  )
}

/** The users of these people. */
export async function findUsersOf(
  queries: Queries,
  client: string,
  accountNumbers: readonly string[],
): Promise<UserRow[]> {
  return await queries.rows<UserRow>(
    sql`select userid, client, username, password_hash, account_number, security_question_id,
        security_answer_hash, reactivate
      from appauth.user_account
      where client = ${client} and account_number = any(${accountNumbers}::text[])
      order by account_number`,
  )
}

/** The length of the longest list of each kind among the client's products. */
export async function findLongestLists(
  queries: Queries,
  client: string,
): Promise<{ frequencies: number; riders: number; additionalInsured: number }> {
  const row = await oneRow<{ frequencies: number; riders: number; additionalInsured: number }>(
    queries,
    sql`select
      (select coalesce(max(position) + 1, 0) from policy_admin.frequency
        where client = ${client}) as frequencies,
      (select coalesce(max(position) + 1, 0) from policy_admin.rider
        where client = ${client}) as riders,
      (select coalesce(max(position) + 1, 0) from policy_admin.additional_insured
        where client = ${client}) as additional_insured`,
  )
  return row ?? { frequencies: 0, riders: 0, additionalInsured: 0 }
}
