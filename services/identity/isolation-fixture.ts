import { later } from "#platform/time.ts"
import {
  findClients,
  findServedClients,
  findStaffMemberOf,
} from "#services/staff/accounts/staff.store.ts"
import type { IsolationCase } from "#testing/isolation.ts"
import { ownHash, shared } from "#testing/twin-rows.store.ts"
import { findTakenUsers } from "./credentials/users.load.store.ts"
import {
  deleteReactivated,
  findReactivated,
  findUser,
  findUserOf,
} from "./credentials/users.store.ts"
import { findTicket } from "./recovery/recovery.store.ts"
import { findRegistrationOf, findRegistrations } from "./registration/registered-users.store.ts"
import { useSignInLink } from "./sign-in/sign-in-links.store.ts"

const { account, username, noon } = shared

export const identityCases: IsolationCase[] = [
  { name: "findUser", run: (tx, client) => findUser(tx, client, username) },
  { name: "findUserOf", run: (tx, client) => findUserOf(tx, client, account) },
  {
    name: "findReactivated",
    run: (tx, client) => findReactivated(tx, client, shared.reactivateAccount),
  },
  {
    name: "deleteReactivated",
    run: (tx, client) => deleteReactivated(tx, client, shared.reactivateAccount),
  },
  {
    name: "findTicket",
    async run(tx, client) {
      const elsewhere = ownHash(client === "harbor" ? "twin" : "harbor")
      return [
        await findTicket(tx, ownHash(client), [client, "wayfarer"], noon),
        await findTicket(tx, elsewhere, [client, "wayfarer"], noon),
      ]
    },
  },
  {
    name: "useSignInLink",
    async run(tx, client) {
      const used = { clients: [client], now: noon, until: later(noon, { minutes: 1 }) }
      const browserHash = Buffer.alloc(36, "a browser")
      const elsewhere = ownHash(client === "harbor" ? "twin" : "harbor")
      return [
        await useSignInLink(tx, { ...used, browserHash, tokenHash: elsewhere }),
        await useSignInLink(tx, { ...used, browserHash, tokenHash: ownHash(client) }),
      ]
    },
  },
  {
    name: "findRegistrations",
    run: (tx, client) => findRegistrations(tx, [client, "wayfarer"], username),
  },
  { name: "findRegistrationOf", run: (tx, client) => findRegistrationOf(tx, client, account) },
  { name: "findAgentOf", run: (tx, client) => findStaffMemberOf(tx, `agent.of.${client}`) },
  { name: "findServedClients", run: (tx, client) => findServedClients(tx, `agent.of.${client}`) },
  { name: "findClients", run: (tx, client) => findClients(tx, [client, "nothing"]) },
  {
    name: "findTakenUsers",
    run: (tx, client) => findTakenUsers(tx, client, [{ username, accountNumber: account }]),
  },
]
