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

test("documents are kept in the data folder, in a folder of their own, or in a bucket", () => {
  const storeOf = (env: NodeJS.ProcessEnv) => readConfig(env).documentStore
  assert.deepEqual(storeOf({ DATA_DIR: "/srv/data" }), { folder: "/srv/data/documents" })
  assert.deepEqual(storeOf({ DOCUMENTS_DIR: "/mnt/papers" }), { folder: "/mnt/papers" })
  assert.deepEqual(storeOf({ DOCUMENT_STORE: "s3://papers", AWS_REGION: "eu-west-1" }), {
    bucket: "papers",
    prefix: "",
    region: "eu-west-1",
  })
  const endpoint = "https://s3.example.com"
  assert.deepEqual(
    storeOf({ DOCUMENT_STORE: "s3://papers/my-account/2026", AWS_ENDPOINT_URL_S3: endpoint }),
    { bucket: "papers", prefix: "my-account/2026/", region: "us-east-1", endpoint },
  )
  assert.throws(() => storeOf({ DOCUMENT_STORE: "s3://papers" }), /needs AWS_REGION/)
  for (const DOCUMENT_STORE of ["papers", "https://papers", "s3://", "s3:///x", "s3://Papers"]) {
    assert.throws(() => storeOf({ DOCUMENT_STORE }), /must be like s3:\/\/bucket\/prefix/)
  }
})

test("OUTAGE-03 limits towards the database have a default, and a value that is none is named", () => {
  const limits = { connections: 10, connectSeconds: 5, statementSeconds: 15 }
  assert.deepEqual(readConfig({}).databaseLimits, limits)
  assert.equal(readConfig({ DATABASE_POOL: "30" }).databaseLimits.connections, 30)
  for (const name of [
    "DATABASE_POOL",
    "DATABASE_CONNECT_TIMEOUT",
    "DATABASE_STATEMENT_TIMEOUT",
    "SHUTDOWN_DELAY",
  ]) {
    for (const value of ["ten", "-1", "1.5", "1001"]) {
      assert.throws(
        () => readConfig({ [name]: value }),
        new RegExp(`${name} must be a whole number`),
      )
    }
  }
})
