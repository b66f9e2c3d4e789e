import { useridOf } from "#contracts/userid.ts"
import type { Queries } from "#database/sql.ts"
import {
  answerOf,
  normalizedAnswer,
  type Passwords,
  passwordOf,
  staffPasswordOf,
} from "#services/appauth/password.ts"
import { findAgents, findTakenUsers, type LoadedUser } from "#services/appauth/users.load.store.ts"
import type { ParsedClient } from "./parse-folder.ts"
import type { AgentEntry, UserEntry } from "./users-file.ts"

/** The users of these clients who are not there yet. Passwords are hashed for those alone. */
export async function newUsers(
  queries: Queries,
  passwords: Passwords,
  clients: readonly ParsedClient[],
): Promise<LoadedUser[]> {
  const found: Promise<LoadedUser>[] = []
  for (const { brand, users } of clients) {
    const taken = await findTakenUsers(queries, brand.client, users)
    const usernames = new Set(taken.map(({ username }) => username.toLowerCase()))
    const accounts = new Set(taken.map(({ accountNumber }) => accountNumber))
    for (const user of users) {
      const isThere = usernames.has(user.username.toLowerCase()) || accounts.has(user.accountNumber)
      if (!isThere) found.push(hashed(passwords, brand.client, user))
    }
  }
  return await Promise.all(found)
}

async function hashed(passwords: Passwords, client: string, user: UserEntry): Promise<LoadedUser> {
  const { username, password, accountNumber, securityQuestionId, securityAnswer } = user
  const holder = { client, userid: useridOf(username, client), accountNumber }
  return {
    ...holder,
    username,
    passwordHash: await passwords.hash(password, passwordOf(holder)),
    securityQuestionId: securityQuestionId ?? null,
    securityAnswerHash:
      securityAnswer === undefined
        ? null
        : await passwords.hash(normalizedAnswer(securityAnswer), answerOf(holder)),
    reactivate: user.reactivate,
  }
}

/** Password hashes of the agents who are not there yet. */
export async function newAgentHashes(
  queries: Queries,
  passwords: Passwords,
  agents: readonly AgentEntry[],
): Promise<{ userid: string; passwordHash: string }[]> {
  const there = new Set(await findAgents(queries))
  const added = agents.filter(({ userid }) => !there.has(userid))
  return await Promise.all(
    added.map(async ({ userid, password }) => {
      return { userid, passwordHash: await passwords.hash(password, staffPasswordOf(userid)) }
    }),
  )
}
