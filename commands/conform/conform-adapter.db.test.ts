// @prove-only conform

import assert from "node:assert/strict"
import { test } from "node:test"
import {
  connectedForTest,
  servedForTest,
  testToken,
} from "#ports/policy-admin/http/serve-fixture.ts"
import { allChecks } from "./all-checks.ts"
import { reportOf } from "./report.ts"
import { runChecks } from "./run.ts"
import { people, serveFacts, token } from "./served-facts-fixture.ts"
import { connect } from "./server.ts"

test("CONFORM-01 the HTTP adapter, served over HTTP itself, follows every rule", async (t) => {
  const served = await serveFacts()
  t.after(() => served.close())
  const adapter = connectedForTest(served.url, { credentials: { token } })
  const second = await servedForTest(adapter)
  try {
    const server = connect(second.url, testToken)
    const results = await runChecks({ server, people, mayWrite: true, checks: allChecks })
    const notHeld = results.filter(({ outcome, notUndone }) => outcome !== "holds" || notUndone)
    assert.deepEqual(notHeld, [], reportOf(results))
  } finally {
    await second.close()
    await adapter.close()
  }
})
