import { type Queries, sql } from "#database/sql.ts"

/** A key with the number of values of one kind that need it. */
export interface NeededKey {
  kind: string
  /** The id of the key, in hexadecimal. */
  key: string
  values: number
}

/**
 * Counts the values that need a secret key, by kind and key. Expired values need none. Reads whole
 * tables.
 */
export async function findNeededKeys(queries: Queries, now: Date): Promise<NeededKey[]> {
  return await queries.rows<NeededKey>(
    sql`with live as (
        select 'sessions' as kind, substring(cookie_hash from 1 for 4) as key from appauth.session
          where ended_at is null and expires_at > ${now}
        union all select 'session transfers', substring(token_hash from 1 for 4)
          from appauth.handoff where used_at is null and expires_at > ${now}
        union all select 'registrations', substring(secret_hash from 1 for 4)
          from appauth.registration where step <> 'completed' and expires_at > ${now}
        union all select 'sign-ins with a code', substring(secret_hash from 1 for 4)
          from appauth.code_attempt where ended_at is null and expires_at > ${now}
        union all select 'sign-ins of staff', substring(secret_hash from 1 for 4)
          from appauth.staff_attempt where ended_at is null and expires_at > ${now}
        union all select 'sign-ins at a provider', substring(secret_hash from 1 for 4)
          from appauth.provider_attempt where expires_at > ${now}
        union all select 'recoveries', substring(secret_hash from 1 for 4)
          from appauth.password_recovery where expires_at > ${now}
        union all select 'links to a new password', substring(ticket_hash from 1 for 4)
          from appauth.reset_ticket where used_at is null and expires_at > ${now}
        union all select 'links to sign in', substring(token_hash from 1 for 4)
          from appauth.sign_in_link where expires_at > ${now}
        union all select 'links about an email address', substring(token_hash from 1 for 4)
          from myaccount_core.email_hold where token_hash is not null and expires_at > ${now}
        union all select 'kept answers', substring(read from 1 for 4) from myaccount_core.kept_read
        union all select 'known devices', substring(secret_hash from 1 for 4) from appauth.device
        union all select 'unsubscribe links', substring(token_hash from 1 for 4)
          from myaccount_core.unsubscribe_link
        union all select 'recovery codes of staff', substring(code_hash from 1 for 4)
          from appauth.agent_recovery_code where used_at is null
        union all select 'pending emails', substring(sealed from 2 for 4)
          from mail.outbox where sealed is not null
        union all select 'second factors of staff', substring(secret_sealed from 2 for 4)
          from appauth.agent_factor
        union all select 'tokens of providers', substring(refresh_sealed from 2 for 4)
          from appauth.agent_provider where refresh_sealed is not null
        union all select 'imported passwords',
            substring(decode(split_part(password_hash, '$', 4), 'base64') from 2 for 4)
          from appauth.user_account where not reactivate and password_hash like '$imported$%'
        union all select 'passwords',
            decode(substring(password_hash from 'keyid=([A-Za-z0-9+/]{6})') || '==', 'base64')
          from appauth.user_account where not reactivate and password_hash like '$argon2id$%'
        union all select 'security answers',
            decode(substring(security_answer_hash from 'keyid=([A-Za-z0-9+/]{6})') || '==', 'base64')
          from appauth.user_account where not reactivate and security_answer_hash like '$argon2id$%'
        union all select 'passwords of staff',
            decode(substring(password_hash from 'keyid=([A-Za-z0-9+/]{6})') || '==', 'base64')
          from appauth.agent where password_hash like '$argon2id$%')
      select kind, encode(key, 'hex') as key, count(*)::float8 as values from live
      where key is not null group by kind, key order by kind, key`,
  )
}

/** Counts the values that need a key of the audit log. Reads the whole log. */
export async function findNeededAuditKeys(queries: Queries): Promise<NeededKey[]> {
  return await queries.rows<NeededKey>(
    sql`select kind, key, count(*)::float8 as values from (
        select 'audit entries' as kind, content::json ->> 'key' as key from audit.entry
        union all select 'people in the audit log', encode(substring(key_sealed from 2 for 4), 'hex')
          from audit.person_key) live
      where key is not null group by kind, key order by kind, key`,
  )
}
