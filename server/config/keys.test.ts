import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { promisify } from "node:util"
import { createKeyRing, keyIdOf } from "#platform/keys/key-ring.ts"
import { createSecrets } from "#platform/keys/secrets.ts"
import { openAuditRing, openKeyRing } from "./keys.ts"
import { problemsOf } from "./settings-fixture.ts"

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "keys-"))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

function newKey(): string {
  return randomBytes(32).toString("base64")
}

const none = {
  secretKey: undefined,
  otherSecretKeys: [],
  auditKey: undefined,
  otherAuditKeys: [],
}

const idOf = (key: string) => keyIdOf(Buffer.from(key, "base64"))

test("KEYS-01 SECRET_KEY and AUDIT_KEY are separate, the configured keys are used, and no file is created", (t) => {
  const dataFolder = newFolder(t)
  const [secretKey, other, auditKey, earlier] = [newKey(), newKey(), newKey(), newKey()]
  const config = {
    ...{ secretKey, auditKey, dataFolder },
    otherSecretKeys: [other],
    otherAuditKeys: [earlier],
  }
  assert.deepEqual(openKeyRing(config).ids, [secretKey, other].map(idOf))
  assert.deepEqual(openAuditRing(config).ids, [auditKey, earlier].map(idOf))
  assert.deepEqual(readdirSync(dataFolder), [])
})

test("KEYS-01 without them, each key is created once as a file of DATA_DIR that only its owner can read", (t) => {
  const dataFolder = join(newFolder(t), "not", "there", "yet")
  const config = { ...none, dataFolder }
  const [secret] = openKeyRing(config).ids
  assert.deepEqual(openKeyRing(config).ids, [secret])
  const [audit, ...others] = openAuditRing(config).ids
  assert.notEqual(audit, secret)
  // The audit log of an earlier version used the secret key.
  assert.deepEqual(others, [secret])
  assert.deepEqual(openAuditRing(config).ids, [audit, secret])
  assert.deepEqual(readdirSync(dataFolder).toSorted(), ["audit-key", "secret-key"])
  for (const name of ["audit-key", "secret-key"]) {
    assert.equal(statSync(join(dataFolder, name)).mode & 0o777, 0o600)
  }
})

test("processes that start together agree on the key", async (t) => {
  const dataFolder = newFolder(t)
  const module = new URL("./keys.ts", import.meta.url).href
  const script = `const { openKeyRing } = await import(${JSON.stringify(module)})
    const config = ${JSON.stringify({ ...none, dataFolder })}
    console.log(openKeyRing(config).ids.join())`
  const runs = Array.from({ length: 4 }, () =>
    promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]),
  )
  const keys = new Set((await Promise.all(runs)).map((run) => run.stdout))
  assert.equal(keys.size, 1)
})

test("a key file without a valid key is refused with its path", (t) => {
  const dataFolder = newFolder(t)
  writeFileSync(join(dataFolder, "secret-key"), "")
  assert.throws(() => openKeyRing({ ...none, dataFolder }), /secret-key must be 32/)
})

test("KEYS-02 the key of the audit log in the data folder is refused as the secret key", (t) => {
  const dataFolder = newFolder(t)
  openAuditRing({ ...none, dataFolder })
  const secretKey = readFileSync(join(dataFolder, "audit-key"), "utf8").trim()
  const config = { ...none, dataFolder, secretKey }
  assert.throws(() => openAuditRing(config), /^Error: SECRET_KEY is the key of the audit log/)
})

test("KEYS-02 keys that are truncated, or given twice or in two places, are refused without repeating them", (t) => {
  const file = join(newFolder(t), "keys")
  const [one, other] = [newKey(), newKey()]
  writeFileSync(file, `${one}\n${other.slice(0, 40)}\n`)
  const wrong: [env: Record<string, string>, problem: RegExp][] = [
    [
      { OTHER_SECRET_KEYS: `${one},${other.slice(0, 30)}` },
      /^OTHER_SECRET_KEYS must be keys like /,
    ],
    [{ OTHER_SECRET_KEYS: `${one.slice(4)} ${other}` }, /^OTHER_SECRET_KEYS must be keys like /],
    [{ OTHER_SECRET_KEYS: "," }, /^OTHER_SECRET_KEYS must be keys like /],
    [
      { OTHER_AUDIT_KEYS_FILE: file },
      /^OTHER_AUDIT_KEYS_FILE must be the path of a file that contains/,
    ],
    [{ SECRET_KEY: one, OTHER_SECRET_KEYS: one }, /^OTHER_SECRET_KEYS contains SECRET_KEY itself/],
    [
      { AUDIT_KEY: one, OTHER_AUDIT_KEYS: `${other} ${one}` },
      /^OTHER_AUDIT_KEYS contains AUDIT_KEY/,
    ],
    [{ OTHER_SECRET_KEYS: `${one},${one}` }, /^OTHER_SECRET_KEYS contains a key twice/],
    [{ SECRET_KEY: one, AUDIT_KEY: one }, /^AUDIT_KEY must be another key than SECRET_KEY/],
    [{ OTHER_SECRET_KEYS: one, OTHER_SECRET_KEYS_FILE: file }, /./],
    [{ AUDIT_KEY: one.slice(1) }, /^AUDIT_KEY must be 32 random bytes/],
  ]
  for (const [env, problem] of wrong) {
    const problems = problemsOf(env)
    assert.match(problems[0] ?? "", problem)
    for (const key of [one, other]) assert.ok(!problems.join().includes(key.slice(4, 30)))
  }
  assert.deepEqual(problemsOf({ SECRET_KEY: one, OTHER_SECRET_KEYS: ` ${other}\n` }), [])
})

test("KEYS-03 a secret has the same hash on every server during a key rotation, so that sessions, codes, links and cookies stay valid", () => {
  const [earlier, next] = [randomBytes(32), randomBytes(32)]
  const secretsOf = (...keys: [Buffer, ...Buffer[]]) =>
    createSecrets(createKeyRing(...keys).for("secrets"))
  const steps = [secretsOf(earlier, next), secretsOf(next, earlier)]
  for (const made of [secretsOf(earlier), ...steps]) {
    const secret = made.random()
    assert.match(secret, /^[\w-]{43}$/)
    const bound = made.bound("reset ticket", "harbor", "u1")
    for (const read of steps) {
      assert.deepEqual(read.hash("session cookie", secret), made.hash("session cookie", secret))
      assert.deepEqual(
        read.hash("one-time code", "123456", secret),
        made.hash("one-time code", "123456", secret),
      )
      assert.ok(read.isBound("reset ticket", bound, "harbor", "u1"))
      assert.ok(!read.isBound("reset ticket", bound, "harbor", "u2"))
    }
    assert.equal(made.isCurrent(secret), true)
  }
  // Without the key, nothing made with it matches, and nothing fails.
  const lost = secretsOf(next)
  const old = secretsOf(earlier).random()
  assert.notDeepEqual(lost.hash("device", old), secretsOf(earlier).hash("device", old))
  assert.equal(lost.isCurrent(old), false)
  // A value without the id of its key is looked up with each key.
  const typed = secretsOf(earlier).hash("recovery code", "abcd")
  assert.ok(
    steps.every((read) => read.hashes("recovery code", "abcd").some((hash) => hash.equals(typed))),
  )
})
