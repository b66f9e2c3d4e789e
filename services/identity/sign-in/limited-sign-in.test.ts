import assert from "node:assert/strict"
import { test } from "node:test"
import { ApiError, type MessageId } from "#contracts/messages.ts"
import { limitSignInStep } from "./limited-sign-in.ts"

const step = { site: "customer", step: "password" } as const

/** The result label of the metric for a step that fails with this error. */
async function countedFor(error: Error): Promise<unknown[]> {
  const counted: unknown[] = []
  const signIns = { inc: (labels: unknown) => counted.push(labels) }
  const work = () => Promise.reject(error)
  await assert.rejects(limitSignInStep({ signIns } as never, step, work), error)
  return counted
}

const results: [MessageId, string][] = [
  ["signIn.credentials", "wrong"],
  ["secondFactor.wrong", "wrong"],
  ["request.tooMany", "refused"],
  ["signIn.linkSent", "refused"],
  ["accountSystem.away", "failed"],
  ["provider.away", "failed"],
  ["server.busy", "failed"],
]

for (const [messageId, result] of results) {
  test(`a step of signing in that fails with ${messageId} is counted as ${result}`, async () => {
    assert.deepEqual(await countedFor(new ApiError(messageId)), [{ ...step, result }])
  })
}

test("other failures are counted as failed, and successful steps by their reply", async () => {
  assert.deepEqual(await countedFor(new Error("a fault")), [{ ...step, result: "failed" }])
  const counted: unknown[] = []
  const signIns = { inc: (labels: unknown) => counted.push(labels) }
  const work = async () => "reply"
  assert.equal(await limitSignInStep({ signIns } as never, step, work), "reply")
  await limitSignInStep({ signIns } as never, step, work, () => "wrong")
  assert.deepEqual(counted, [
    { ...step, result: "right" },
    { ...step, result: "wrong" },
  ])
})
