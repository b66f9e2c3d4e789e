import { plainUsername, useridOf } from "#contracts/identity/userid.ts"
import type { Queries } from "#database/sql.ts"
import {
  answerOf,
  type HashScheme,
  type Passwords,
  passwordOf,
} from "#services/identity/credentials/password.ts"
import { isGuessable } from "#services/identity/credentials/password-strength.ts"
import { hashAnswer } from "#services/identity/credentials/security-answers.ts"
import { findTakenUsers, type LoadedUser } from "#services/identity/credentials/users.load.store.ts"
import type { ImportedUser } from "./record-rules.ts"

/** More kinds of hashes would make each sign-in at the client too slow. */
const mostSchemes = 4

/** The problems with the secrets of a user. `schemes` are the client's kinds of hashes so far. */
export async function userProblems(
  passwords: Passwords,
  client: string,
  user: ImportedUser,
  schemes: Set<string>,
): Promise<string[]> {
  const { username, password, passwordHash, securityAnswerHash } = user
  const holder = holderOf(client, user)
  const problems: string[] = []
  if (password !== undefined && (await isGuessable(password, [username])))
    problems.push("password is easy to guess")
  if (securityAnswerHash !== undefined) {
    const answer = passwords.imported(securityAnswerHash, answerOf(holder))
    if (typeof answer === "string" || answer.scheme)
      problems.push("securityAnswerHash was not made by this installation")
  }
  if (passwordHash === undefined) return problems
  const hash = passwords.imported(passwordHash, passwordOf(holder))
  if (typeof hash === "string") problems.push(`passwordHash ${hash}`)
  else if (hash.scheme && !schemes.has(hash.scheme.id)) {
    if (schemes.size < mostSchemes) schemes.add(hash.scheme.id)
    else {
      problems.push(
        `passwordHash has another algorithm or cost than ${mostSchemes} others of this client, which are the most`,
      )
    }
  }
  return problems
}

/** The users who are not stored yet, with the kinds of their imported hashes. */
export async function newUsers(
  queries: Queries,
  client: string,
  passwords: Passwords,
  users: readonly ImportedUser[],
): Promise<{ users: LoadedUser[]; schemes: HashScheme[] }> {
  if (users.length === 0) return { users: [], schemes: [] }
  const taken = await findTakenUsers(queries, client, [...users])
  const usernames = new Set(taken.map(({ username }) => plainUsername(username)))
  const accounts = new Set(taken.map(({ accountNumber }) => accountNumber))
  const added = users.filter(({ username, accountNumber }) => {
    return !usernames.has(plainUsername(username)) && !accounts.has(accountNumber)
  })
  const schemes = new Map<string, HashScheme>()
  const loaded = await Promise.all(
    added.map(async (user) => {
      const { loaded: one, scheme } = await loadedUser(passwords, client, user)
      if (scheme) schemes.set(scheme.id, scheme)
      return one
    }),
  )
  return { users: loaded, schemes: [...schemes.values()] }
}

async function loadedUser(
  passwords: Passwords,
  client: string,
  user: ImportedUser,
): Promise<{ loaded: LoadedUser; scheme?: HashScheme }> {
  const { username, password = "", passwordHash, securityAnswer, securityAnswerHash } = user
  const holder = holderOf(client, user)
  const hash =
    passwordHash === undefined
      ? { stored: await passwords.hash(password, passwordOf(holder)) }
      : passwords.imported(passwordHash, passwordOf(holder))
  if (typeof hash === "string") throw new Error(`The password hash of ${username} ${hash}.`)
  const { stored, ...rest } = hash
  const answerHash =
    securityAnswer === undefined
      ? (securityAnswerHash ?? null)
      : await hashAnswer(passwords, securityAnswer, holder)
  const loaded = {
    ...holder,
    username,
    passwordHash: stored,
    securityQuestionId: user.securityQuestionId ?? null,
    securityAnswerHash: answerHash,
    reactivate: user.reactivate,
  }
  return { loaded, ...rest }
}

function holderOf(client: string, { username, accountNumber }: ImportedUser) {
  return { client, userid: useridOf(username, client), accountNumber }
}
