import assert from "node:assert/strict"
import { test } from "node:test"
import { readConfig } from "./config.ts"

test("without settings it stands on PGlite in .data, on this machine alone", () => {
  const config = readConfig({})
  assert.deepEqual(config.database, { folder: ".data" })
  assert.equal(config.listenOn, "127.0.0.1")
  assert.equal(config.port, 3000)
})

test("production refuses each unsafe choice until it is named", () => {
  const env = { NODE_ENV: "production" }
  assert.throws(() => readConfig(env), /DATABASE_URL is not set/)
  assert.throws(() => readConfig({ ...env, DATABASE_URL: "postgres://x" }), /SMTP_URL is not set/)
  const settled = { ...env, DATABASE_URL: "postgres://x", SMTP_URL: "smtp://x" }
  assert.throws(() => readConfig(settled), /SECRET_KEY is not set/)
  const keyed = { ...settled, SECRET_KEY: "x" }
  assert.throws(() => readConfig(keyed), /PAYMENT_GATEWAY is the sandbox/)
  const allowed = readConfig({ ...env, ALLOW_UNSAFE: "pglite,mailbox,key,sandbox" })
  assert.equal(allowed.production, true)
})

test("a port that is none is refused with its name", () => {
  for (const PORT of ["x", "-1", "70000", "1.5"]) {
    assert.throws(
      () => readConfig({ PORT }),
      new RegExp(`PORT must be a port number, not "${PORT}"`),
    )
  }
})
