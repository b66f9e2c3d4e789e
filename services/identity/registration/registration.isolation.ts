import type { IsolationCase } from "#testing/isolation.ts"
import { shared } from "#testing/second-tenant/keys.ts"
import { findRegistrationsByAccount, markMoved } from "./registered-users.store.ts"
import {
  findRegistration,
  reachCompleted,
  reachPerson,
  reachVerified,
  restartRegistration,
} from "./registration.store.ts"

const { account, browserHash, flow: id, otherFlow, noon } = shared

export const registrationCases: IsolationCase[] = [
  {
    name: "findRegistration of a browser",
    run: (tx, client) => findRegistration(tx, [client, "wayfarer"], browserHash, noon),
  },
  {
    name: "findRegistrationsByAccount",
    run: (tx, client) => findRegistrationsByAccount(tx, [client, "wayfarer"], account),
  },
  {
    name: "markMoved",
    run: (tx, client) => markMoved(tx, client, account, "MOVED-1"),
  },
  {
    name: "restartRegistration",
    run: (tx, client) => restartRegistration(tx, client, browserHash, noon),
  },
  {
    name: "reachPerson",
    run: (tx, client) =>
      reachPerson(tx, { client, id }, { addressFits: true, typed: "a hash" }, noon),
  },
  { name: "reachVerified", run: (tx, client) => reachVerified(tx, { client, id }, noon) },
  {
    name: "reachCompleted",
    run: (tx, client) => reachCompleted(tx, { client, id: otherFlow }, noon),
  },
]
