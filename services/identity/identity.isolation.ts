import { later } from "#platform/time.ts"
import {
  findClients,
  findServedClients,
  findStaffMemberOf,
} from "#services/staff/accounts/staff.store.ts"
import type { IsolationCase } from "#testing/isolation.ts"
import { shared } from "#testing/second-tenant/keys.ts"
import { codeCases } from "./codes/codes.isolation.ts"
import {
  addSchemes,
  deleteUnusedSchemes,
  findSchemes,
} from "./credentials/imported-schemes.store.ts"
import { findTakenUsers } from "./credentials/users.load.store.ts"
import {
  deleteReactivated,
  findReactivated,
  findUser,
  findUserOf,
  replaceAnswer,
  replacePassword,
  writePassword,
  writeSecurityDetails,
} from "./credentials/users.store.ts"
import { deleteDevicesOf, isDeviceOf, renewDevice } from "./devices/devices.store.ts"
import {
  endTicketsOf,
  findTicket,
  lockQuestion,
  takeAnswer,
  useTicket,
} from "./recovery/recovery.store.ts"
import {
  deleteRegistration,
  findRegisteredUser,
  findRegistrationOf,
  findRegistrations,
  isRegistered,
  lockRegistration,
} from "./registration/registered-users.store.ts"
import { registrationCases } from "./registration/registration.isolation.ts"
import { sessionTransferCases } from "./session-transfer/session-transfer.isolation.ts"
import { sessionCases } from "./sessions/sessions.isolation.ts"
import { hasOpenedLink, useSignInLink } from "./sign-in/sign-in-links.store.ts"

const { account, username, userid, noon, tokenHash, browserHash } = shared

export const identityCases: IsolationCase[] = [
  ...codeCases,
  ...registrationCases,
  ...sessionCases,
  ...sessionTransferCases,
  { name: "findUser", run: (tx, client) => findUser(tx, client, username) },
  { name: "findSchemes", run: (tx, client) => findSchemes(tx, client) },
  {
    name: "addSchemes",
    run: (tx, client) => addSchemes(tx, client, [{ id: client, scheme: "" }], noon),
  },
  {
    name: "deleteUnusedSchemes after both kinds were added",
    async run(tx, client) {
      const both = ["of harbor", "of twin"].map((id) => ({ id, scheme: "" }))
      await addSchemes(tx, client, both, noon)
      await deleteUnusedSchemes(tx, later(noon, { minutes: 1 }))
    },
  },
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
    run: (tx, client) => findTicket(tx, tokenHash, [client, "wayfarer"], noon),
  },
  {
    name: "useTicket",
    run: (tx, client) => useTicket(tx, { client, ticketHash: tokenHash }, noon),
  },
  { name: "endTicketsOf", run: (tx, client) => endTicketsOf(tx, { client, userid }, noon) },
  { name: "writePassword", run: (tx, client) => writePassword(tx, { client, userid }, "new") },
  {
    name: "replaceAnswer",
    run: (tx, client) => replaceAnswer(tx, { client, userid }, "a hash", "new"),
  },
  {
    name: "replacePassword",
    run: (tx, client) => replacePassword(tx, { client, userid }, "a hash", "new"),
  },
  {
    name: "writeSecurityDetails",
    run: (tx, client) => writeSecurityDetails(tx, { client, userid }, "new", "new"),
  },
  {
    name: "useSignInLink",
    run: (tx, client) =>
      useSignInLink(tx, {
        clients: [client],
        tokenHash,
        browserHash: Buffer.alloc(36, "a new browser"),
        now: noon,
        until: later(noon, { minutes: 1 }),
      }),
  },
  {
    name: "hasOpenedLink",
    run: (tx, client) => hasOpenedLink(tx, browserHash, strangerAt(client), noon),
  },
  {
    name: "isDeviceOf",
    run: (tx, client) => isDeviceOf(tx, browserHash, strangerAt(client)),
  },
  {
    name: "renewDevice",
    run: (tx, client) => renewDevice(tx, [client], browserHash, tokenHash),
  },
  {
    name: "deleteDevicesOf",
    run: (tx, client) => deleteDevicesOf(tx, { client, userid: "walter.brandt_harbor" }),
  },
  {
    name: "lockQuestion",
    run: (tx, client) =>
      lockQuestion(
        tx,
        [client, "wayfarer"],
        { secretHash: browserHash, usernameHash: tokenHash },
        noon,
      ),
  },
  { name: "takeAnswer", run: (tx, client) => takeAnswer(tx, client, browserHash, noon) },
  {
    name: "findRegistration by userid",
    run: (tx, client) => findRegisteredUser(tx, [client, "wayfarer"], userid),
  },
  { name: "isRegistered", run: (tx, client) => isRegistered(tx, strangerAt(client)) },
  { name: "lockRegistration", run: (tx, client) => lockRegistration(tx, strangerAt(client)) },
  {
    name: "deleteRegistration",
    run: (tx, client) => deleteRegistration(tx, { client, userid }),
  },
  {
    name: "deleteRegistration, with devices",
    run: (tx, client) => deleteRegistration(tx, { client, userid: "walter.brandt_harbor" }),
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

function strangerAt(client: string) {
  return { client, userid: shared.strangerAtHarbor }
}
