import { type Queries, sql } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { either, ownHash, shared } from "./keys.ts"
import {
  addCodeAttempt,
  addDevice,
  addImportedScheme,
  addPasscode,
  addPasswordRecovery,
  addRegistration,
  addResetTicket,
  addSession,
  addSignInLink,
  addTransfer,
  addUser,
} from "./tables.ts"

const { noon, tokenHash, browserHash, strangerAtHarbor, userid, flow, otherFlow } = shared

/** Writes the rows of browsers and people with the same hashes and ids at both clients. */
export async function writeIdentity(tx: Queries, client: string): Promise<void> {
  await writeUser(tx, client, userid)
  await writeImportedHash(tx, client)
  await writeAttempts(tx, client)
  await addRegistration(tx, { client, id: flow, secretHash: browserHash, step: "person" })
  await addRegistration(tx, { client, id: otherFlow, secretHash: tokenHash, step: "verified" })
  await writeSessions(tx, client)
  await writeTransfers(tx, client)
  await addResetTicket(tx, { client })
  await addSignInLink(tx, { client, userid: `maria.santos_${client}` })
  await addPasswordRecovery(tx, { client })
  for (const name of ["walter.brandt_harbor", "walter.brandt_twin"]) {
    await addDevice(tx, { client, userid: name })
  }
  await writeStaffMember(tx, client)
  if (client === "harbor") return
  await writeUser(tx, client, strangerAtHarbor)
  await addDevice(tx, { client, userid: strangerAtHarbor })
  await addSignInLink(tx, {
    ...{ client, tokenHash: browserHash, userid: strangerAtHarbor, usedAt: noon },
    ...{ browserHash, browserUntil: later(noon, { hours: 1 }) },
  })
}

/** Writes a staff member of this client. The table belongs to the installation, not to a client. */
async function writeStaffMember(tx: Queries, client: string) {
  const userid = `agent.of.${client}`
  await tx.rows(
    sql`insert into appauth.agent (userid, username, password_hash, first_name, last_name, email,
        clients, needs_second_factor, from_folder, created_at)
      values (${userid}, ${userid}, 'none', 'A', 'B', 'a@example.com', ${[client]}, false, false,
        ${noon})`,
  )
}

async function writeUser(tx: Queries, client: string, name: string) {
  const accountNumber = `${name} of ${client}`
  await addUser(tx, { client, userid: name, username: name, accountNumber })
}

/** Gives each client another kind of imported hashes, and a person with such a hash. */
async function writeImportedHash(tx: Queries, client: string) {
  const name = "an.imported.person"
  await writeUser(tx, client, name)
  await addImportedScheme(tx, { client, id: `of ${client}` })
  await tx.rows(
    sql`update appauth.user_account set password_hash = ${`$imported$of ${client}$`}
      where client = ${client} and userid = ${name}`,
  )
}

/** Writes one attempt in the same browser at both clients, and one in another browser at each. */
async function writeAttempts(tx: Queries, client: string) {
  // The second tenant's codes are newer.
  const createdAt = either(client, noon, later(noon, { minutes: 1 }))
  for (const [id, secretHash] of [
    [flow, browserHash],
    [otherFlow, ownHash(client)],
  ] as const) {
    await addCodeAttempt(tx, { client, id, secretHash })
    await addPasscode(tx, { client, attemptId: id, createdAt })
  }
  if (client === "harbor") return
  await addPasscode(tx, {
    ...{ client, attemptId: flow, codeHash: ownHash(client), expiresAt: noon },
  })
}

/** Writes the same two sessions at both clients; the second one has ended only at Harbor Mutual. */
async function writeSessions(tx: Queries, client: string) {
  const createdAt = either(client, noon, later(noon, { minutes: 1 }))
  const session = { client, tokenHash: ownHash(client), createdAt }
  await addSession(tx, { ...session, id: flow, familyId: flow, cookieHash: browserHash })
  const other = { ...session, id: otherFlow, familyId: otherFlow, cookieHash: tokenHash }
  await addSession(tx, { ...other, endedAt: either(client, noon, null) })
}

/**
 * Writes a transfer of each session and, at Harbor Mutual only, one to a person who must register
 * again.
 */
async function writeTransfers(tx: Queries, client: string) {
  const { formerUserid, formerHash } = shared
  await writeUser(tx, client, formerUserid)
  await tx.rows(
    sql`update appauth.user_account set reactivate = ${either(client, true, false)}
      where client = ${client} and userid = ${formerUserid}`,
  )
  await addTransfer(tx, { client, tokenHash, sessionId: flow })
  await addTransfer(tx, { client, tokenHash: browserHash, sessionId: otherFlow })
  const former = { tokenHash: formerHash, sessionId: flow, subjectUserid: formerUserid }
  await addTransfer(tx, { client, ...former })
  if (client === "harbor") return
  const own = { tokenHash: ownHash(client), sessionId: flow, subjectUserid: userid }
  await addTransfer(tx, { client, ...own })
}
