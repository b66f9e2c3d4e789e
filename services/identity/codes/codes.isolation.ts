import type { IsolationCase } from "#testing/isolation.ts"
import { ownHash, shared } from "#testing/second-tenant/keys.ts"
import {
  type CodeFor,
  consumeTry,
  endAttempt,
  endAttemptsOf,
  findAttempt,
  isAttemptOf,
  isExpiredPasscode,
  lastAttemptAt,
  lockAttempt,
  usePasscode,
} from "./one-time-codes.store.ts"

const { browserHash, tokenHash, flow: id, userid, noon } = shared
/** The hash of a browser that has an attempt at the second tenant only. */
const secondTenantBrowser = ownHash("twin")

export const codeCases: IsolationCase[] = [
  {
    name: "lockAttempt",
    run: (tx, client) => lockAttempt(tx, browserHash, signInAt(client), noon),
  },
  {
    name: "lockAttempt of another browser",
    run: (tx, client) => lockAttempt(tx, secondTenantBrowser, signInAt(client), noon),
  },
  {
    name: "findAttempt",
    run: (tx, client) => findAttempt(tx, browserHash, signInAt(client), noon),
  },
  {
    name: "isAttemptOf",
    run: (tx, client) => isAttemptOf(tx, secondTenantBrowser, { client, userid }, noon),
  },
  {
    name: "consumeTry",
    run: (tx, client) => consumeTry(tx, browserHash, signInAt(client), 5, noon),
  },
  { name: "endAttempt", run: (tx, client) => endAttempt(tx, { client, id }, noon) },
  { name: "usePasscode", run: (tx, client) => usePasscode(tx, { client, id }, tokenHash, noon) },
  {
    name: "isExpiredPasscode",
    run: (tx, client) => isExpiredPasscode(tx, { client, id }, secondTenantBrowser, noon),
  },
  {
    name: "lastAttemptAt",
    run: (tx, client) => lastAttemptAt(tx, signInAt(client), null),
  },
  { name: "endAttemptsOf", run: (tx, client) => endAttemptsOf(tx, { client, userid }, noon) },
]

function signInAt(client: string): CodeFor {
  return { subject: { client, userid }, purpose: "sign-in" }
}
