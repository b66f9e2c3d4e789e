import assert from "node:assert/strict"
import { test } from "node:test"
import { keySettings } from "#testing/secret-key.ts"
import { readConfig } from "./config.ts"
import { problemsOf } from "./settings-fixture.ts"

test("without settings, the server uses PGlite in .data and listens on this machine only", () => {
  const config = readConfig({})
  assert.deepEqual(config.database, { folder: ".data" })
  assert.equal(config.listenOn, "127.0.0.1")
  assert.equal(config.port, 3000)
})

test("CONFIG-04 production reports every unsafe choice at once, unless ALLOW_UNSAFE names it", () => {
  const env = { NODE_ENV: "production" }
  assert.deepEqual(problemsOf(env), [
    'Refused in production: DATABASE_URL is not set (PGlite can lose the latest writes when the machine stops). Change it, or name "pglite" in ALLOW_UNSAFE to accept that.',
    'Refused in production: SMTP_URL is not set. Change it, or name "mailbox" in ALLOW_UNSAFE to accept that.',
    'Refused in production: SECRET_KEY and AUDIT_KEY are not set. Change it, or name "key" in ALLOW_UNSAFE to accept that.',
    'Refused in production: PAYMENT_GATEWAY is the sandbox. Change it, or name "sandbox" in ALLOW_UNSAFE to accept that.',
  ])
  const allowed = readConfig({ ...env, ALLOW_UNSAFE: "pglite,mailbox,key,sandbox" })
  assert.equal(allowed.production, true)
})

test("ORIGIN-05 production refuses to trust every proxy", () => {
  assert.throws(
    () => readConfig({ ...settled, TRUST_PROXY: "true" }),
    /^SettingsRefused: Refused in production: TRUST_PROXY is "true"/,
  )
  assert.ok(readConfig({ TRUST_PROXY: "true" }), "outside of production")
})

const settled = {
  NODE_ENV: "production",
  DATABASE_URL: "postgres://user@db.example.com/x?sslmode=verify-full",
  SMTP_URL: "smtps://mail.example.com",
  ...keySettings,
  ALLOW_UNSAFE: "sandbox",
}

test("ORIGIN-13 production refuses sites over plain HTTP", () => {
  for (const SITE_ADDRESS of ["http://{host}", "http://{host}:3000/"]) {
    const env = { ...settled, SITE_ADDRESS }
    assert.throws(() => readConfig(env), /SITE_ADDRESS is not https .*"http" in ALLOW_UNSAFE/)
    assert.ok(readConfig({ ...env, ALLOW_UNSAFE: "sandbox,http" }))
    assert.ok(readConfig({ SITE_ADDRESS }), "outside of production")
  }
  for (const SITE_ADDRESS of [undefined, "", "https://{host}", "https://{host}:8443"]) {
    assert.ok(readConfig({ ...settled, SITE_ADDRESS }).siteAddress?.startsWith("https:"))
  }
})

test("SECRET-43 production refuses to send emails unencrypted", () => {
  const withSmtp = (SMTP_URL: string) => readConfig({ ...settled, SMTP_URL })
  for (const url of [
    "smtp://mail.example.com",
    "smtp://mail.example.com:587",
    "smtp://mail.example.com?requireTLS=false",
    "smtp://127.0.0.1.example.com",
    "smtps://mail.example.com:465?tls.rejectUnauthorized=false",
    "smtp://mail.example.com:587?requireTLS=true&ignoreTLS=true",
  ]) {
    assert.throws(
      () => withSmtp(url),
      /SMTP_URL does not require TLS .*"smtp" in ALLOW_UNSAFE/,
      url,
    )
  }
  for (const url of [
    "smtps://mail.example.com:465",
    "smtp://mail.example.com:587?requireTLS=true",
    "smtp://127.0.0.1:1025",
    "smtp://localhost:25",
    "smtp://[::1]:25",
  ]) {
    assert.equal(withSmtp(url).smtpUrl, url)
  }
  const SMTP_URL = "smtp://mail.example.com"
  assert.ok(readConfig({ ...settled, SMTP_URL, ALLOW_UNSAFE: "sandbox,smtp" }))
})

test("SECRET-43 production refuses a database without TLS, also for the migrating role", () => {
  const plain = [
    "postgres://user@db.example.com/x",
    "postgres://user@10.0.0.7/x?sslmode=disable",
    "postgres://user@10.0.0.7/x?sslmode=prefer",
    "postgres://user@10.0.0.7/x?sslmode=no-verify",
    "postgres://user@10.0.0.7/x?sslmode=require&uselibpqcompat=true",
  ]
  for (const url of plain) {
    const refusal = /DATABASE_URL does not require TLS .*"database" in ALLOW_UNSAFE/
    assert.throws(() => readConfig({ ...settled, DATABASE_URL: url }), refusal, url)
    assert.throws(() => readConfig({ ...settled, MIGRATE_DATABASE_URL: url }), refusal, url)
    assert.ok(readConfig({ ...settled, DATABASE_URL: url, ALLOW_UNSAFE: "sandbox,database" }), url)
  }
  for (const DATABASE_URL of [
    "postgres://user@db.example.com/x?sslmode=require",
    "postgres://user@localhost/x",
    "postgres://user@127.0.0.1:5433/x",
    "postgres:///x?host=/var/run/postgresql",
  ]) {
    assert.deepEqual(readConfig({ ...settled, DATABASE_URL }).database, {
      url: DATABASE_URL,
      namesStatements: true,
    })
  }
})

test("SECRET-43 production refuses a bucket over plain HTTP, and a Node that does not verify certificates", () => {
  const withBucket = (AWS_ENDPOINT_URL_S3: string, more = {}) =>
    readConfig({ ...settled, DOCUMENT_STORE: "s3://papers", AWS_ENDPOINT_URL_S3, ...more })
  assert.throws(
    () => withBucket("http://s3.example.com"),
    /AWS_ENDPOINT_URL_S3 is a plain HTTP address.*"documents" in ALLOW_UNSAFE/,
  )
  assert.ok(withBucket("http://s3.example.com", { ALLOW_UNSAFE: "sandbox,documents" }))
  assert.ok(withBucket("https://s3.example.com"))
  assert.ok(withBucket("http://127.0.0.1:9000"))
  assert.throws(
    () => readConfig({ ...settled, NODE_TLS_REJECT_UNAUTHORIZED: "0" }),
    /turns off the check of all certificates/,
  )
})

test("documents are stored in the data folder, in a separate folder, or in a bucket", () => {
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

test("GROW-05 statements have names unless NAMED_STATEMENTS is off", () => {
  const url = "postgres://localhost/x"
  const named = (NAMED_STATEMENTS?: string) => readConfig({ DATABASE_URL: url, NAMED_STATEMENTS })
  assert.deepEqual(named().database, { url, namesStatements: true })
  assert.deepEqual(named("off").database, { url, namesStatements: false })
  assert.throws(() => named("no"), /NAMED_STATEMENTS must be "on" or "off"/)
})

test("OUTAGE-03 database limits have a default, and an invalid value is reported", () => {
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

test("LIMIT-10 in production every staff member needs a second factor, unless ALLOW_UNSAFE accepts a password alone", () => {
  assert.equal(readConfig(settled).staffSecondFactor, true)
  const named = { ...settled, ALLOW_UNSAFE: "sandbox,staff-password" }
  assert.equal(readConfig(named).staffSecondFactor, false)
  assert.equal(readConfig({ ...named, STAFF_SECOND_FACTOR: "required" }).staffSecondFactor, true)
  assert.equal(readConfig({}).staffSecondFactor, false)
})

test("WATCH-04 production serves metrics to other machines only with a token", () => {
  const admin = { ...settled, ADMIN_PORT: "9464" }
  const token = "sixteen-of-these"
  assert.deepEqual(readConfig(admin).admin, { port: 9464, listenOn: "127.0.0.1" })
  assert.equal(readConfig(admin).metricsToken, undefined, "this machine needs none")
  assert.equal(readConfig(settled).metricsToken, null, "the public port is closed")
  for (const ADMIN_LISTEN_ON of ["0.0.0.0", "::", "10.0.0.7"]) {
    const wide = { ...admin, ADMIN_LISTEN_ON }
    assert.match(problemsOf(wide).join(), /^Refused in production: ADMIN_LISTEN_ON lets other/)
    assert.equal(readConfig({ ...wide, METRICS_TOKEN: token }).metricsToken, token)
  }
})
