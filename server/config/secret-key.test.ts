import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { promisify } from "node:util"
import { readSecretKey } from "./secret-key.ts"

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "secret-key-"))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

test("the configured key is used, and no file is made", (t) => {
  const dataFolder = newFolder(t)
  const key = randomBytes(32)
  assert.deepEqual(readSecretKey({ secretKey: key.toString("base64"), dataFolder }), key)
  assert.deepEqual(readdirSync(dataFolder), [])
})

test("without one, a key is made once, for its owner's eyes alone", (t) => {
  const dataFolder = join(newFolder(t), "not", "there", "yet")
  const key = readSecretKey({ secretKey: undefined, dataFolder })
  assert.equal(key.length, 32)
  assert.deepEqual(readSecretKey({ secretKey: undefined, dataFolder }), key)
  assert.deepEqual(readdirSync(dataFolder), ["secret-key"])
  assert.equal(statSync(join(dataFolder, "secret-key")).mode & 0o777, 0o600)
})

test("processes that start together agree on the key", async (t) => {
  const dataFolder = newFolder(t)
  const module = new URL("./secret-key.ts", import.meta.url).href
  const script = `const { readSecretKey } = await import(${JSON.stringify(module)})
    console.log(readSecretKey({ dataFolder: ${JSON.stringify(dataFolder)} }).toString("base64"))`
  const runs = Array.from({ length: 4 }, () =>
    promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]),
  )
  const keys = new Set((await Promise.all(runs)).map((run) => run.stdout))
  assert.equal(keys.size, 1)
})

test("a key of another length or form is refused with its place", (t) => {
  const dataFolder = newFolder(t)
  for (const secretKey of ["", "short", randomBytes(16).toString("base64"), "*".repeat(44)]) {
    assert.throws(() => readSecretKey({ secretKey, dataFolder }), /^Error: SECRET_KEY must be 32/)
  }
  writeFileSync(join(dataFolder, "secret-key"), "")
  assert.throws(() => readSecretKey({ secretKey: undefined, dataFolder }), /secret-key must be 32/)
})
