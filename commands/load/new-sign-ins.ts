import { plainUsername, useridOf } from "#contracts/identity/userid.ts"
import type { Queries } from "#database/sql.ts"
import { problemAt } from "#platform/files/json-file.ts"
import type { Problem } from "#platform/files/problems.ts"
import type { TextFile } from "#platform/files/text-file.ts"
import {
  type Passwords,
  passwordOf,
  staffPasswordOf,
} from "#services/identity/credentials/password.ts"
import { isGuessable } from "#services/identity/credentials/password-strength.ts"
import { hashAnswer } from "#services/identity/credentials/security-answers.ts"
import {
  findStaffMembers,
  findTakenUsers,
  type LoadedUser,
} from "#services/identity/credentials/users.load.store.ts"
import type { ParsedClient } from "./parse-folder.ts"
import type { StaffEntry, UserEntry } from "./users-file.ts"

const guessable = "is easy to guess"

/**
 * The users of these clients that are not stored yet. Only their passwords are checked and hashed,
 * because both take time. `problems` receives passwords that are easy to guess.
 */
export async function newSignIns(
  queries: Queries,
  passwords: Passwords,
  clients: readonly ParsedClient[],
  problems: Problem[],
): Promise<LoadedUser[]> {
  const found: Promise<LoadedUser>[] = []
  for (const { brand, users, people, folder } of clients) {
    const taken = await findTakenUsers(queries, brand.client, users)
    const usernames = new Set(taken.map(({ username }) => plainUsername(username)))
    const accounts = new Set(taken.map(({ accountNumber }) => accountNumber))
    const persons = new Map(people?.map(({ person }) => [person.accountNumber, person]))
    for (const [index, user] of users.entries()) {
      const isThere =
        usernames.has(plainUsername(user.username)) || accounts.has(user.accountNumber)
      if (isThere) continue
      const {
        firstName = "",
        lastName = "",
        emailAddress = "",
      } = persons.get(user.accountNumber) ?? {}
      const own = [brand.name, user.username, firstName, lastName, emailAddress]
      if (folder.users && (await isGuessable(user.password, own))) {
        problems.push(problemAt(folder.users, [index, "password"], guessable))
      } else found.push(hashedUser(passwords, brand.client, user))
    }
  }
  return await Promise.all(found)
}

async function hashedUser(
  passwords: Passwords,
  client: string,
  user: UserEntry,
): Promise<LoadedUser> {
  const { username, password, accountNumber, securityQuestionId, securityAnswer } = user
  const holder = { client, userid: useridOf(username, client), accountNumber }
  return {
    ...holder,
    username,
    passwordHash: await passwords.hash(password, passwordOf(holder)),
    securityQuestionId: securityQuestionId ?? null,
    securityAnswerHash:
      securityAnswer === undefined ? null : await hashAnswer(passwords, securityAnswer, holder),
    reactivate: user.reactivate,
  }
}

/**
 * Password hashes of the staff who are not stored yet. `problems` receives passwords that are easy
 * to guess, with their place in `source`.
 */
export async function newStaffHashes(
  queries: Queries,
  passwords: Passwords,
  agents: readonly StaffEntry[],
  source: TextFile | undefined,
  problems: Problem[],
): Promise<{ userid: string; passwordHash: string }[]> {
  const there = new Set(await findStaffMembers(queries))
  for (const [index, agent] of agents.entries()) {
    const { userid, username, password, firstName, lastName, email } = agent
    if (there.has(userid) || !source) continue
    if (await isGuessable(password, [username, firstName, lastName, email])) {
      problems.push(problemAt(source, [index, "password"], guessable))
    }
  }
  const added = agents.filter(({ userid }) => !there.has(userid))
  return await Promise.all(
    added.map(async ({ userid, password }) => {
      return { userid, passwordHash: await passwords.hash(password, staffPasswordOf(userid)) }
    }),
  )
}
