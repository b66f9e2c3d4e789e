// @prove-only conform

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { isFullSize } from "#testing/model-seeds.ts"
import { allChecks } from "./all-checks.ts"
import { startBrokenServer } from "./broken-server.mock.ts"
import { faultyChanges } from "./faulty-changes.cases.ts"
import { faultyLookups } from "./faulty-lookups.cases.ts"
import { faultyReplies } from "./faulty-replies.cases.ts"
import { faultyTransport } from "./faulty-transport.cases.ts"
import { reportOf } from "./report.ts"
import { runChecks } from "./run.ts"
import { people, serveFacts, token } from "./served-facts-fixture.ts"
import { connect } from "./server.ts"

let broken: Awaited<ReturnType<typeof brokenFacts>>
before(async () => {
  broken = await brokenFacts()
})
after(() => broken[Symbol.asyncDispose]())

const faults = [...faultyTransport, ...faultyReplies, ...faultyLookups, ...faultyChanges]
for (const fault of faults) {
  test(`CONFORM-02 finds a server that ${fault.name}`, async () => {
    const expected = allChecks.filter(({ name }) => name === fault.foundBy)
    assert.equal(expected.length, 1, `the check "${fault.foundBy}"`)
    const checks = isFullSize ? allChecks : expected
    // All checks with one fault may use up the open bills that the next fault needs.
    await using fresh = isFullSize ? await brokenFacts() : undefined
    const server = fresh ?? broken
    server.breakWith(fault)
    const run = { server: connect(server.url, token), people, mayWrite: true, checks }
    const results = await runChecks(run)
    const found = results.flatMap(({ name, outcome }) => (outcome === "finding" ? [name] : []))
    assert.ok(found.includes(fault.foundBy), `found by: ${found.join("; ")}`)
    // A finding about the connection is a sentence.
    assert.doesNotMatch(JSON.stringify(results.map(({ came }) => came)), /UND_ERR/)
  })
}

test("CONFORM-02 finds nothing in the same server without a fault", async () => {
  broken.breakWith(undefined)
  const server = connect(broken.url, token)
  const results = await runChecks({ server, people, mayWrite: true, checks: allChecks })
  const found = results.filter(({ outcome }) => outcome === "finding")
  assert.deepEqual(found, [], reportOf(results))
})

/** A broken server with separate facts. */
async function brokenFacts() {
  const facts = await serveFacts()
  const server = await startBrokenServer(facts.url)
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server.close()
      await facts.close()
    },
  }
}
