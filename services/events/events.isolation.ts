import { later } from "#platform/time.ts"
import { type IsolationCase, inTurn } from "#testing/isolation.ts"
import { ids, shared, uuid } from "#testing/second-tenant/keys.ts"
import { findDeliveries, replayDeliveries } from "./backlog.store.ts"
import {
  claimDeliveries,
  deleteOldEvents,
  insertEvent,
  markDelivered,
  nextEvent,
  putOffDelivery,
} from "./events.store.ts"
import { findAccountState, noteAccountState } from "./received/account-state.store.ts"
import { insertReceived, isReceived } from "./received/received-events.store.ts"

const { account, noon } = shared
/** Both clients have an event with this id, and deliveries of it to the same endpoints. */
const eventId = ids.event
const newMessage = uuid("1d")
const newEvent = uuid("1e")
const endpoint = "billing"
const event = { accountNumber: account, type: "test", body: "{}", now: noon }
const filter = { endpoint, state: null, eventId }

const message = { sender: "billing", webhookId: "one-message" }

export const eventCases: IsolationCase[] = [
  {
    name: "isReceived",
    run: (tx, client) =>
      inTurn(["one-message", "of harbor", "of twin"], (webhookId) =>
        isReceived(tx, { ...message, client, webhookId }),
      ),
  },
  {
    name: "insertReceived",
    run: async (tx, client) => [
      await insertReceived(tx, { ...message, client }, noon),
      await insertReceived(tx, { ...message, client, webhookId: newMessage }, noon),
    ],
  },
  {
    name: "findAccountState",
    run: (tx, client) => findAccountState(tx, { client, accountNumber: account }),
  },
  {
    name: "noteAccountState",
    run: (tx, client) =>
      noteAccountState(tx, { client, accountNumber: account }, { closedAt: noon }),
  },
  { name: "nextEvent", run: (tx, client) => nextEvent(tx, client, account, noon) },
  {
    name: "insertEvent",
    run: (tx, client) => insertEvent(tx, { ...event, client, id: newEvent, endpoints: [endpoint] }),
  },
  {
    name: "claimDeliveries",
    run: (tx, client) => claimDeliveries(tx, `of ${client}`, noon, later(noon, { minutes: 5 }), 10),
  },
  {
    name: "deleteOldEvents after its deliveries",
    async run(tx, client) {
      for (const name of shared.endpoints) {
        await markDelivered(tx, { client, eventId, endpoint: name }, noon)
      }
      await deleteOldEvents(tx, later(noon, { minutes: 1 }), noon)
    },
  },
  {
    name: "markDelivered",
    run: (tx, client) => markDelivered(tx, { client, eventId, endpoint }, noon),
  },
  {
    name: "putOffDelivery",
    run: (tx, client) =>
      putOffDelivery(
        tx,
        { client, eventId, endpoint, tries: 0 },
        { nextTryAt: null, reason: "500", now: noon },
      ),
  },
  {
    name: "findDeliveries",
    run: (tx, client) => findDeliveries(tx, { ...filter, client }, 10),
  },
  {
    name: "replayDeliveries",
    run: (tx, client) => replayDeliveries(tx, { ...filter, client }, noon),
  },
]
