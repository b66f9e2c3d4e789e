import { type Queries, sql } from "#database/sql.ts"

/**
 * Ends everything that needs the secret key with this id and cannot be made with another one. Values
 * that are sealed with it stay: they can be sealed again.
 */
export async function endValuesOf(tx: Queries, id: Buffer, keyid: string, now: Date) {
  const named = `%,keyid=${keyid}$%`
  await tx.rows(sql`update appauth.session set ended_at = ${now}
    where ended_at is null and substring(cookie_hash from 1 for 4) = ${id}`)
  await tx.rows(sql`update appauth.user_account set reactivate = true
    where password_hash like ${named} and not reactivate`)
  await tx.rows(sql`update appauth.user_account set security_answer_hash = null
    where security_answer_hash like ${named}`)
  await tx.rows(sql`update appauth.agent set password_hash = '' where password_hash like ${named}`)
  await tx.rows(sql`delete from appauth.agent_recovery_code
    where substring(code_hash from 1 for 4) = ${id}`)
  await tx.rows(sql`delete from appauth.device where substring(secret_hash from 1 for 4) = ${id}`)
  await tx.rows(sql`delete from myaccount_core.unsubscribe_link
    where substring(token_hash from 1 for 4) = ${id}`)
  await tx.rows(sql`delete from appauth.handoff where substring(token_hash from 1 for 4) = ${id}`)
  await tx.rows(sql`delete from appauth.registration
    where substring(secret_hash from 1 for 4) = ${id}`)
  await tx.rows(sql`delete from appauth.code_attempt
    where substring(secret_hash from 1 for 4) = ${id}`)
  await tx.rows(sql`delete from appauth.staff_attempt
    where substring(secret_hash from 1 for 4) = ${id}`)
  await tx.rows(sql`delete from appauth.provider_attempt
    where substring(secret_hash from 1 for 4) = ${id}`)
  await tx.rows(sql`delete from appauth.password_recovery
    where substring(secret_hash from 1 for 4) = ${id}`)
  await tx.rows(sql`delete from appauth.reset_ticket
    where substring(ticket_hash from 1 for 4) = ${id}`)
  await tx.rows(sql`delete from appauth.sign_in_link
    where substring(token_hash from 1 for 4) = ${id}`)
  await tx.rows(sql`update myaccount_core.email_hold set token_hash = null
    where substring(token_hash from 1 for 4) = ${id}`)
  await tx.rows(
    sql`delete from myaccount_core.kept_read where substring(read from 1 for 4) = ${id}`,
  )
}
