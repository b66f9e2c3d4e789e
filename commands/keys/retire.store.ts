import { type Queries, type Statement, sql } from "#database/sql.ts"

/**
 * A statement that ends values of a kind: `id` is the key's id, `named` matches the hashes that
 * contain it.
 */
type End = (key: { id: Buffer; named: string; now: Date }) => Statement

/**
 * By kind, the statement that ends its values of a key. Excludes sealed values, because they can be
 * resealed.
 */
const ends = {
  sessions: ({ id, now }) => sql`update appauth.session set ended_at = ${now}
    where ended_at is null and substring(cookie_hash from 1 for 4) = ${id}`,
  passwords: ({ named }) => sql`update appauth.user_account set reactivate = true
    where password_hash like ${named} and not reactivate`,
  "security answers": ({ named }) => sql`update appauth.user_account set security_answer_hash = null
    where security_answer_hash like ${named}`,
  "passwords of staff": ({ named }) => sql`update appauth.agent set password_hash = ''
    where password_hash like ${named}`,
  "recovery codes of staff": ({ id }) => sql`delete from appauth.agent_recovery_code
    where substring(code_hash from 1 for 4) = ${id}`,
  "known devices": ({ id }) => sql`delete from appauth.device
    where substring(secret_hash from 1 for 4) = ${id}`,
  "unsubscribe links": ({ id }) => sql`delete from myaccount_core.unsubscribe_link
    where substring(token_hash from 1 for 4) = ${id}`,
  "session transfers": ({ id }) => sql`delete from appauth.handoff
    where substring(token_hash from 1 for 4) = ${id}`,
  registrations: ({ id }) => sql`delete from appauth.registration
    where substring(secret_hash from 1 for 4) = ${id}`,
  "sign-ins with a code": ({ id }) => sql`delete from appauth.code_attempt
    where substring(secret_hash from 1 for 4) = ${id}`,
  "sign-ins of staff": ({ id }) => sql`delete from appauth.staff_attempt
    where substring(secret_hash from 1 for 4) = ${id}`,
  "sign-ins at a provider": ({ id }) => sql`delete from appauth.provider_attempt
    where substring(secret_hash from 1 for 4) = ${id}`,
  recoveries: ({ id }) => sql`delete from appauth.password_recovery
    where substring(secret_hash from 1 for 4) = ${id}`,
  "links to a new password": ({ id }) => sql`delete from appauth.reset_ticket
    where substring(ticket_hash from 1 for 4) = ${id}`,
  "links to sign in": ({ id }) => sql`delete from appauth.sign_in_link
    where substring(token_hash from 1 for 4) = ${id}`,
  "links about an email address": ({ id }) => sql`update myaccount_core.email_hold
    set token_hash = null where substring(token_hash from 1 for 4) = ${id}`,
  "kept answers": ({ id }) => sql`delete from myaccount_core.kept_read
    where substring(read from 1 for 4) = ${id}`,
} satisfies Record<string, End>

/** Every kind of values that `endValuesOf` ends, with the names of `findNeededKeys`. */
export const endedKinds: readonly string[] = Object.keys(ends)

/** Ends the values of these kinds that need the secret key with this id, in hexadecimal. */
export async function endValuesOf(
  tx: Queries,
  keyId: string,
  kinds: readonly string[],
  now: Date,
): Promise<void> {
  const id = Buffer.from(keyId, "hex")
  const named = `%,keyid=${id.toString("base64").replace(/=+$/, "")}$%`
  for (const [kind, end] of Object.entries<End>(ends)) {
    if (kinds.includes(kind)) await tx.rows(end({ id, named, now }))
  }
}
