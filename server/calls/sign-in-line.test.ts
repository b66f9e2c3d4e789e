import assert from "node:assert/strict"
import { test } from "node:test"
import { endpoints } from "#contracts/endpoints.ts"
import { ApiError } from "#contracts/messages.ts"
import { createSignInLine, mostSignInsAtOnce, mostSignInsWaiting } from "./sign-in-line.ts"

test("SECRET-42 sign-ins wait in a bounded line, and one that finds it full is refused before any work", async () => {
  assert.equal(endpoints["POST /appauth/login"].waitsInLine, true)
  const inLine = createSignInLine()
  const held = Promise.withResolvers<void>()
  const begun: number[] = []
  const ended: number[] = []
  const signIn = (number: number) =>
    inLine(async () => {
      begun.push(number)
      await held.promise
      ended.push(number)
    })
  const most = mostSignInsAtOnce + mostSignInsWaiting
  const all = Array.from({ length: most }, (_, number) => signIn(number))
  await assert.rejects(signIn(most), (error) => {
    assert.ok(error instanceof ApiError)
    assert.equal(error.messageId, "server.busy")
    assert.ok((error.retryAfterSeconds ?? 0) > 0)
    return true
  })
  assert.deepEqual(
    begun,
    Array.from({ length: mostSignInsAtOnce }, (_, number) => number),
  )
  held.resolve()
  await Promise.all(all)
  const inOrder = Array.from({ length: most }, (_, number) => number)
  assert.deepEqual(begun, inOrder)
  assert.deepEqual(ended, inOrder)
  await signIn(most)
  assert.equal(ended.at(-1), most)
})

test("a sign-in that fails gives its place to the next", async () => {
  const inLine = createSignInLine()
  const failing = Array.from({ length: mostSignInsAtOnce + 3 }, () =>
    inLine(async () => {
      throw new ApiError("signIn.credentials")
    }),
  )
  const outcomes = await Promise.allSettled(failing)
  assert.deepEqual(new Set(outcomes.map(({ status }) => status)), new Set(["rejected"]))
  assert.equal(await inLine(async () => "signed in"), "signed in")
})
