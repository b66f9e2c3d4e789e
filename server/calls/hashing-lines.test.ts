import assert from "node:assert/strict"
import { test } from "node:test"
import { ApiError } from "#contracts/messages.ts"
import { createHashPool } from "#platform/hashing/hash-pool.ts"
import { afterWaiting, createHashingLines, customerRoom } from "./hashing-lines.ts"

const atOnce = Array.from({ length: customerRoom.atOnce }, (_, number) => number)
const inOrder = Array.from(
  { length: customerRoom.atOnce + customerRoom.waiting },
  (_, number) => number,
)

test("SECRET-42 sign-ins wait in a bounded queue, and a full queue refuses a sign-in before any work", async () => {
  const lines = createHashingLines()
  const held = Promise.withResolvers<void>()
  const begun: number[] = []
  const ended: number[] = []
  const signIn = (number: number) =>
    lines.customers(async () => {
      begun.push(number)
      await held.promise
      ended.push(number)
    })
  const all = inOrder.map(signIn)
  await assert.rejects(signIn(inOrder.length), (error) => {
    assert.ok(error instanceof ApiError)
    assert.equal(error.messageId, "server.busy")
    assert.ok((error.retryAfterSeconds ?? 0) > 0)
    return true
  })
  assert.deepEqual(begun, atOnce)
  assert.equal(await lines.staff(async () => "staff"), "staff")
  held.resolve()
  await Promise.all(all)
  assert.deepEqual(begun, inOrder)
  assert.deepEqual(ended, inOrder)
  await signIn(inOrder.length)
  assert.equal(ended.at(-1), inOrder.length)
})

test("SECRET-42 at most 100 customers wait, and for staff two calls run in parallel and 20 wait", async () => {
  assert.equal(customerRoom.waiting, 100)
  const { staff } = createHashingLines()
  const held = Promise.withResolvers<void>()
  let begun = 0
  const signIn = () =>
    staff(async () => {
      begun += 1
      await held.promise
    })
  const all = Array.from({ length: 22 }, signIn)
  await assert.rejects(signIn(), { message: "server.busy" })
  assert.equal(begun, 2)
  held.resolve()
  await Promise.all(all)
  await signIn()
  assert.equal(begun, 23)
})

test("a failed sign-in frees its place for the next", async () => {
  const { customers } = createHashingLines()
  const failing = Array.from({ length: atOnce.length + 3 }, () =>
    customers(async () => {
      throw new ApiError("signIn.credentials")
    }),
  )
  const outcomes = await Promise.allSettled(failing)
  assert.deepEqual(new Set(outcomes.map(({ status }) => status)), new Set(["rejected"]))
  assert.equal(await customers(async () => "signed in"), "signed in")
})

test("SECRET-45 a call that has not waited in the queue cannot hash", async () => {
  const bytes = new Uint8Array(16)
  const pool = afterWaiting(createHashPool(1))
  const light = {
    algorithm: "argon2id" as const,
    message: "Anchor-2026",
    nonce: bytes,
    secret: bytes,
    associatedData: bytes,
  }
  const hash = () => pool.hash({ ...light, memory: 64, passes: 1, parallelism: 1, tagLength: 32 })
  await assert.rejects(hash(), /waitsInLine/)
  assert.equal((await createHashingLines().customers(hash)).length, 32)
})
