import { later } from "#platform/time.ts"
import type { IsolationCase } from "#testing/isolation.ts"
import { ownHash, shared } from "#testing/second-tenant/keys.ts"
import {
  bindToBrowser,
  declineSessionTransfer,
  findSessionTransfer,
  isForActing,
  redeemSessionTransfer,
} from "./session-transfer.store.ts"

const { browserHash, tokenHash, noon } = shared

export const sessionTransferCases: IsolationCase[] = [
  {
    name: "findSessionTransfer",
    run: (tx, client) => findSessionTransfer(tx, presentedAt([client, "wayfarer"]), noon),
  },
  {
    name: "bindToBrowser",
    run: (tx, client) =>
      bindToBrowser(
        tx,
        { ...presentedAt([client]), browserHash, replacesSessionId: shared.otherFlow },
        noon,
        later(noon, { minutes: 5 }),
      ),
  },
  {
    name: "redeemSessionTransfer",
    run: (tx, client) => redeemSessionTransfer(tx, way(client, tokenHash), noon),
  },
  {
    name: "redeemSessionTransfer of a session that has ended",
    run: (tx, client) => redeemSessionTransfer(tx, way(client, browserHash), noon),
  },
  {
    name: "redeemSessionTransfer to a person who must register again",
    run: (tx, client) => redeemSessionTransfer(tx, way(client, shared.formerHash), noon),
  },
  {
    name: "declineSessionTransfer",
    run: (tx, client) => declineSessionTransfer(tx, presentedAt([client]), noon),
  },
  {
    name: "isForActing",
    run: (tx, client) => isForActing(tx, presentedAt([client], ownHash("twin"))),
  },
]

function presentedAt(clients: string[], hash: Buffer = tokenHash) {
  return { tokenHash: hash, clients, host: "one.localhost", browserHash }
}

function way(client: string, hash: Buffer) {
  return { ...presentedAt([client], hash), mustBeAsked: false, replacesSessionId: null }
}
