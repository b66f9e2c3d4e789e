import { earlier } from "#platform/time.ts"
import type { IsolationCase } from "#testing/isolation.ts"
import { shared } from "#testing/second-tenant/keys.ts"
import {
  endLiveSession,
  endOtherSessionsOf,
  endSessionFamily,
  endSessionsOf,
  endSessionsOfClient,
  findLastSignIn,
  findSession,
  proveSession,
  recordDevice,
  touchSession,
} from "./sessions.store.ts"

const { userid, browserHash: cookieHash, flow: id, noon } = shared
const host = "one.localhost"
const idleSince = earlier(noon, { minutes: 1 })

export const sessionCases: IsolationCase[] = [
  {
    name: "findSession",
    run: (tx, client) => findSession(tx, [client, "wayfarer"], cookieHash, host),
  },
  { name: "findLastSignIn", run: (tx, client) => findLastSignIn(tx, { client, userid }) },
  {
    name: "touchSession",
    run: (tx, client) => touchSession(tx, { client, id }, new Date("2026-03-02T12:30:00Z")),
  },
  { name: "proveSession", run: (tx, client) => proveSession(tx, { client, id }, noon) },
  {
    name: "recordDevice",
    run: (tx, client) =>
      recordDevice(tx, { client, id }, { browserName: "Firefox", userOS: "" } as never, ""),
  },
  {
    name: "endSessionFamily",
    run: (tx, client) => endSessionFamily(tx, [client], { cookieHash, host }, noon),
  },
  {
    name: "endLiveSession",
    run: (tx, client) =>
      endLiveSession(tx, [client], { cookieHash, host }, { now: noon, idleSince }),
  },
  { name: "endSessionsOf", run: (tx, client) => endSessionsOf(tx, { client, userid }, noon) },
  {
    name: "endSessionsOfClient",
    run: (tx, client) => endSessionsOfClient(tx, client, null, noon),
  },
  {
    name: "endOtherSessionsOf",
    run: (tx, client) => endOtherSessionsOf(tx, { client, userid, id }, noon),
  },
]
