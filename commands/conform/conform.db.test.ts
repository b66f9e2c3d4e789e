import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { allChecks } from "./all-checks.ts"
import { reportOf } from "./report.ts"
import { runChecks } from "./run.ts"
import { people, serveFacts, token } from "./served-facts-fixture.ts"
import { connect } from "./server.ts"

let served: Awaited<ReturnType<typeof serveFacts>>
before(async () => {
  served = await serveFacts()
})
after(() => served.close())

test("CONFORM-01 the embedded account system, served over HTTP, follows every rule", async () => {
  const server = connect(served.url, token)
  const results = await runChecks({ server, people, mayWrite: true, checks: allChecks })
  const notHeld = results.filter(({ outcome, notUndone }) => outcome !== "holds" || notUndone)
  assert.deepEqual(notHeld, [], reportOf(results))
})

test("CONFORM-06 without --write the suite changes nothing", async () => {
  const before = await served.state()
  const server = connect(served.url, token)
  const results = await runChecks({ server, people, mayWrite: false, checks: allChecks })
  assert.ok(results.some(({ reason }) => reason === "changes data; add --write"))
  assert.deepEqual(await served.state(), before)
})
