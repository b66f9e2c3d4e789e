import assert from "node:assert/strict"
import { mock, test } from "node:test"
import type { Database } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import { createClients } from "./clients.ts"

test("each back-end service gets one request in ten seconds for all callers together", async () => {
  const answers = {
    up: async () => true,
    down: async () => false,
    broken: () => Promise.reject(new Error("away")),
  }
  const checks = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [name, mock.fn(answer)]),
  )
  const clients = createClients({
    ...{ checks, database: {} as Database, clock: systemClock },
    previews: { siteOf: async () => undefined },
  })
  const call = {} as never
  const status = () => clients.handlers["GET /appcontent/serviceStatus"](call)
  const listed = () => clients.handlers["GET /appcontent/backendServices"](call)
  await Promise.all(
    Array.from({ length: 100 }, () => [status(), listed(), clients.services()]).flat(),
  )
  assert.deepEqual(await status(), { status: "DEGRADED" })
  assert.deepEqual(await listed(), {
    items: [
      { name: "up", status: "UP" },
      { name: "down", status: "DOWN" },
      { name: "broken", status: "DOWN" },
    ],
  })
  for (const [name, check] of Object.entries(checks)) assert.equal(check.mock.callCount(), 1, name)
})
