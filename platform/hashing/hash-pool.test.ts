import assert from "node:assert/strict"
import { argon2Sync } from "node:crypto"
import { readFile } from "node:fs/promises"
import { test } from "node:test"
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import { type Argon2Work, createHashPool } from "./hash-pool.ts"

const bytes = (length: number) => new Uint8Array(length).fill(7)
const light: Argon2Work = {
  algorithm: "argon2id",
  message: "Anchor-2026",
  nonce: bytes(16),
  ...{ memory: 64, passes: 1, parallelism: 1, tagLength: 32 },
  secret: bytes(32),
  associatedData: bytes(8),
}
/** Many times the work of reading a file. */
const heavy = { ...light, memory: 32_768, passes: 6 }
/** The number of libuv threads for files, lookups and compression. */
const threads = 4

test("the pool makes the same hash as node:crypto, and still works after refused input", async () => {
  const pool = createHashPool(1)
  assert.deepEqual(await pool.hash(light), argon2Sync("argon2id", light))
  await assert.rejects(pool.hash({ ...light, passes: 0 }), /^Error: A hash was not made: /)
  assert.deepEqual(await pool.hash(light), argon2Sync("argon2id", light))
})

test("SECRET-44 files are read and text is compressed while every hashing thread is busy and others wait", async () => {
  const pool = createHashPool(threads)
  await Promise.all(Array.from({ length: threads }, () => pool.hash(light)))
  let made = 0
  const hashes = Array.from({ length: threads + 2 }, async () => {
    await pool.hash(heavy)
    made += 1
  })
  assert.equal(pool.waiting(), 2)
  const text = await readFile(import.meta.filename)
  await promisify(gzip)(text)
  assert.equal(made, 0)
  assert.equal(pool.waiting(), 2)
  await Promise.all(hashes)
  assert.deepEqual([made, pool.waiting()], [threads + 2, 0])
})
