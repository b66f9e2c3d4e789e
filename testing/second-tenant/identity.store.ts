import { type Queries, sql } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { secondTenant } from "./second-tenant.ts"

/** The keys of the rows, the same at both clients except `ownHash`. */
interface Keys {
  noon: Date
  tokenHash: Buffer
  browserHash: Buffer
  strangerAtHarbor: string
  userid: string
  flow: string
  otherFlow: string
  formerUserid: string
  formerHash: Buffer
  ownHash: Buffer
}

/** Writes the rows of browsers and people with the same hashes and ids at both clients. */
export async function writeIdentity(tx: Queries, client: string, keys: Keys): Promise<void> {
  const { noon, tokenHash, browserHash, strangerAtHarbor } = keys
  const inAnHour = later(noon, { hours: 1 })
  const userid = `maria.santos_${client}`
  await writeUser(tx, client, keys, keys.userid)
  await writeSchemes(tx, client, keys)
  await writeAttempts(tx, client, keys)
  await writeRegistrations(tx, client, keys)
  await writeSessions(tx, client, keys)
  await writeTransfers(tx, client, keys)
  await tx.rows(
    sql`insert into appauth.reset_ticket (ticket_hash, client, userid, expires_at)
      values (${tokenHash}, ${client}, ${keys.userid}, ${inAnHour})`,
  )
  await tx.rows(
    sql`insert into appauth.sign_in_link (client, token_hash, userid, expires_at)
      values (${client}, ${tokenHash}, ${userid}, ${inAnHour})`,
  )
  await tx.rows(
    sql`insert into appauth.password_recovery (client, secret_hash, username_hash, expires_at)
      values (${client}, ${browserHash}, ${tokenHash}, ${inAnHour})`,
  )
  for (const name of ["walter.brandt_harbor", "walter.brandt_twin"]) {
    await writeDevice(tx, client, keys, name)
  }
  await tx.rows(
    sql`insert into appauth.agent (userid, username, password_hash, first_name, last_name, email,
        clients, needs_second_factor, from_folder, created_at)
      values (${`agent.of.${client}`}, ${`agent.of.${client}`}, 'none', 'A', 'B', 'a@example.com',
        ${[client]}, false, false, ${noon})`,
  )
  if (client !== secondTenant) return
  await writeUser(tx, client, keys, strangerAtHarbor)
  await writeDevice(tx, client, keys, strangerAtHarbor)
  await tx.rows(
    sql`insert into appauth.sign_in_link (client, token_hash, userid, expires_at, used_at,
        browser_hash, browser_until)
      values (${client}, ${browserHash}, ${strangerAtHarbor}, ${inAnHour}, ${noon}, ${browserHash},
        ${inAnHour})`,
  )
}

/** Gives each client another kind of imported hashes, and a person with such a hash. */
async function writeSchemes(tx: Queries, client: string, keys: Keys) {
  const userid = "an.imported.person"
  await writeUser(tx, client, keys, userid)
  await tx.rows(
    sql`insert into appauth.imported_scheme (client, id, scheme, imported_at)
      values (${client}, ${`of ${client}`}, '', ${keys.noon})`,
  )
  await tx.rows(
    sql`update appauth.user_account set password_hash = ${`$imported$of ${client}$`}
      where client = ${client} and userid = ${userid}`,
  )
}

async function writeDevice(tx: Queries, client: string, keys: Keys, userid: string) {
  await tx.rows(
    sql`insert into appauth.device (client, secret_hash, userid, seen_at)
      values (${client}, ${keys.browserHash}, ${userid}, ${keys.noon})`,
  )
}

async function writeUser(tx: Queries, client: string, { noon }: Keys, userid: string) {
  await tx.rows(
    sql`insert into appauth.user_account (client, userid, username, password_hash,
        security_question_id, security_answer_hash, account_number, created_at)
      values (${client}, ${userid}, ${userid}, 'a hash', 'a question', 'a hash',
        ${`${userid} of ${client}`}, ${noon})`,
  )
}

/** Writes one attempt in the same browser at both clients, and one in another browser at each. */
async function writeAttempts(tx: Queries, client: string, keys: Keys) {
  const { noon, userid, browserHash, tokenHash } = keys
  const inAnHour = later(noon, { hours: 1 })
  // The second tenant's codes are newer.
  const sentAt = client === secondTenant ? later(noon, { minutes: 1 }) : noon
  for (const [id, secretHash] of [
    [keys.flow, browserHash],
    [keys.otherFlow, keys.ownHash],
  ] as const) {
    await tx.rows(
      sql`insert into appauth.code_attempt (client, id, secret_hash, userid, purpose, expires_at,
          created_at)
        values (${client}, ${id}, ${secretHash}, ${userid}, 'sign-in', ${inAnHour}, ${noon})`,
    )
    await tx.rows(
      sql`insert into appauth.passcode (client, attempt_id, code_hash, expires_at, created_at)
        values (${client}, ${id}, ${tokenHash}, ${inAnHour}, ${sentAt})`,
    )
  }
  if (client !== secondTenant) return
  await tx.rows(
    sql`insert into appauth.passcode (client, attempt_id, code_hash, expires_at, created_at)
      values (${client}, ${keys.flow}, ${keys.ownHash}, ${noon}, ${noon})`,
  )
}

async function writeRegistrations(tx: Queries, client: string, keys: Keys) {
  const { noon } = keys
  for (const [id, secretHash, step] of [
    [keys.flow, keys.browserHash, "person"],
    [keys.otherFlow, keys.tokenHash, "verified"],
  ] as const) {
    await tx.rows(
      sql`insert into appauth.registration (client, id, secret_hash, policy_number, account_number,
          step, expires_at, created_at)
        values (${client}, ${id}, ${secretHash}, ${`of ${client}`}, ${`of ${client}`}, ${step},
          ${later(noon, { hours: 1 })}, ${noon})`,
    )
  }
}

/** Writes the same two sessions at both clients; the second one has ended only at Harbor Mutual. */
async function writeSessions(tx: Queries, client: string, keys: Keys) {
  const { noon, userid, flow, otherFlow } = keys
  const startedAt = client === secondTenant ? later(noon, { minutes: 1 }) : noon
  for (const [id, cookieHash, endedAt] of [
    [flow, keys.browserHash, null],
    [otherFlow, keys.tokenHash, client === secondTenant ? null : noon],
  ] as const) {
    await tx.rows(
      sql`insert into appauth.session (id, cookie_hash, token_hash, host, client, userid,
          family_client, family_id, created_at, seen_at, expires_at, ended_at)
        values (${id}, ${cookieHash}, ${keys.ownHash}, 'one.localhost', ${client}, ${userid},
          ${client}, ${id}, ${startedAt}, ${noon}, ${later(noon, { hours: 1 })}, ${endedAt})`,
    )
  }
}

/**
 * Writes a transfer of each session and, at Harbor Mutual only, one to a person who must register
 * again.
 */
async function writeTransfers(tx: Queries, client: string, keys: Keys) {
  const { flow, otherFlow, formerUserid } = keys
  await writeUser(tx, client, keys, formerUserid)
  await tx.rows(
    sql`update appauth.user_account set reactivate = ${client !== secondTenant}
      where client = ${client} and userid = ${formerUserid}`,
  )
  const transfers: [Buffer, string, string | null][] = [
    [keys.tokenHash, flow, null],
    [keys.browserHash, otherFlow, null],
    [keys.formerHash, flow, formerUserid],
  ]
  if (client === secondTenant) transfers.push([keys.ownHash, flow, keys.userid])
  for (const [hash, session, subject] of transfers) {
    await tx.rows(
      sql`insert into appauth.handoff (client, token_hash, session_client, session_id, host,
          browser_hash, subject_userid, expires_at)
        values (${client}, ${hash}, ${client}, ${session}, 'one.localhost', ${keys.browserHash},
          ${subject}, ${later(keys.noon, { hours: 1 })})`,
    )
  }
}
