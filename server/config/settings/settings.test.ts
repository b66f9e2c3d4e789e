import assert from "node:assert/strict"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { secretKey } from "#testing/secret-key.ts"
import { readConfig } from "../config.ts"
import { problemsOf } from "../settings-fixture.ts"
import { fileFault } from "./forms.ts"
import type { Setting } from "./setting.ts"
import { settings } from "./settings.ts"

const password = "correct-horse"

/** Unusable settings with the problem that the operator reads. */
const wrong: [env: NodeJS.ProcessEnv, problem: string][] = [
  [{ NODE_ENV: "prod" }, 'NODE_ENV must be "production", "development", or "test", not "prod".'],
  [{ ALLOW_UNSAFE: "sandbox,everything" }, "ALLOW_UNSAFE must be some of pglite, mailbox, key, "],
  [{ PORT: "x" }, 'PORT must be a port number from 0 to 65535, not "x". Example: PORT=3000'],
  [{ PORT: "70000" }, 'PORT must be a port number from 0 to 65535, not "70000".'],
  [{ PORT: "1.5" }, 'PORT must be a port number from 0 to 65535, not "1.5".'],
  [{ PORT: "0x50" }, 'PORT must be a port number from 0 to 65535, not "0x50".'],
  [{ LISTEN_ON: "everywhere" }, "LISTEN_ON must be an IP address of this machine, or localhost,"],
  [{ SITE_ADDRESS: "nonsense" }, "SITE_ADDRESS must be like https://{host} or "],
  [{ SITE_ADDRESS: "https://my.example.com" }, "SITE_ADDRESS must be like https://{host} or "],
  [{ TRUST_PROXY: "banana" }, "TRUST_PROXY must be the addresses of your proxies, such as "],
  [{ SHUTDOWN_DELAY: "-1" }, "SHUTDOWN_DELAY must be a whole number from 0 to 1000 (seconds),"],
  [{ DATA_DIR: " /srv" }, "DATA_DIR must be a path without surrounding spaces"],
  [{ SECRET_KEY: password }, "SECRET_KEY must be 32 random bytes as base64, such as "],
  [{ SECRET_KEY_FILE: "/no/such/file" }, "SECRET_KEY_FILE names a file that does not exist."],
  [
    { SECRET_KEY: secretKey, SECRET_KEY_FILE: fileWith(secretKey) },
    "Set SECRET_KEY or SECRET_KEY_FILE, not both.",
  ],
  [{ STAFF_SECOND_FACTOR: "true" }, 'STAFF_SECOND_FACTOR must be "required", not "true".'],
  [{ BILLING_RUN: "false" }, 'BILLING_RUN must be "on" or "off", not "false".'],
  [{ BILLING_RUN: "OFF" }, 'BILLING_RUN must be "on" or "off", not "OFF".'],
  [{ LOG_LEVEL: "verbose" }, 'LOG_LEVEL must be "trace", "debug", "info", '],
  [{ ADMIN_LISTEN_ON: "127.0.0.1" }, "ADMIN_LISTEN_ON needs ADMIN_PORT."],
  [{ PORT: "8080", ADMIN_PORT: "8080" }, "ADMIN_PORT must be another port than PORT."],
  [{ METRICS_TOKEN: "two words of it" }, "METRICS_TOKEN must be one word of visible ASCII "],
  [
    { METRICS_TOKEN: "guessable" },
    "METRICS_TOKEN must be one word of visible ASCII characters, at",
  ],
  [{ SECURITY_CONTACT: "security" }, "SECURITY_CONTACT must be an email address or the address of"],
  [{ SECURITY_CONTACT: "http://example.com/report" }, "SECURITY_CONTACT must be an email address"],
  [{ SECURITY_CONTACT: "https://example.com/\nExpires: never" }, "SECURITY_CONTACT must be an"],
  [{ DATABASE_URL: `mysql://me:${password}@db/x` }, "DATABASE_URL must be an address that begins"],
  [
    { DATABASE_URL: `postgres://me:${password}#@db/x` },
    "DATABASE_URL must be an address that begins with postgres:// or postgresql://, with # @ / in its password percent-encoded. Example",
  ],
  [{ DATABASE_URL: "db.example.com" }, "DATABASE_URL must be an address that begins with postgres"],
  [{ MIGRATE_DATABASE_URL: "postgres://db/x" }, "MIGRATE_DATABASE_URL needs DATABASE_URL."],
  [{ READ_DATABASE_URL: "postgres://db/x" }, "READ_DATABASE_URL needs DATABASE_URL."],
  [{ DATABASE_POOL: "0" }, "DATABASE_POOL must be a whole number from 1 to 1000 (connections),"],
  [{ DATABASE_CONNECT_TIMEOUT: "1.5" }, "DATABASE_CONNECT_TIMEOUT must be a whole number from 1"],
  [{ DATABASE_STATEMENT_TIMEOUT: "1001" }, "DATABASE_STATEMENT_TIMEOUT must be a whole number"],
  [{ NAMED_STATEMENTS: "no" }, 'NAMED_STATEMENTS must be "on" or "off", not "no".'],
  [{ SMTP_URL: `me:${password}@mail` }, "SMTP_URL must be an address that begins with smtp:// or"],
  [{ MAIL_FROM: "no-reply" }, 'MAIL_FROM must be an email address, not "no-reply".'],
  [{ MAIL_FROM: "A Brand <a@b.example>" }, "MAIL_FROM must be an email address, not "],
  [{ ALERTS_TO: "a@b@c.example" }, "ALERTS_TO must be an email address, not "],
  [{ MAILBOX_PORT: "mail" }, "MAILBOX_PORT must be a port number from 0 to 65535,"],
  [{ PAYMENT_GATEWAY: "Stripe" }, 'PAYMENT_GATEWAY must be "stripe" or "sandbox", not "Stripe".'],
  [
    { PAYMENT_GATEWAY_TIMEOUT: "0" },
    "PAYMENT_GATEWAY_TIMEOUT must be a whole number from 1 to 120",
  ],
  [{ STRIPE_SECRET_KEY: "pk_live_x" }, "STRIPE_SECRET_KEY must be one word of visible ASCII "],
  [
    { STRIPE_PUBLISHABLE_KEY: "sk_live_secret" },
    "STRIPE_PUBLISHABLE_KEY must be one word of visible ASCII characters that begins with pk_. Example: STRIPE_PUBLISHABLE_KEY=pk_live_…",
  ],
  [{ SANDBOX_GATEWAY_URL: "nonsense" }, "SANDBOX_GATEWAY_URL must be like http://127.0.0.1:4000,"],
  [{ SANDBOX_GATEWAY_URL: "http://127.0.0.1:4000" }, "SANDBOX_GATEWAY_URL needs SANDBOX_GATEWAY_"],
  [{ POLICY_ADMIN_TOKEN: password }, "POLICY_ADMIN_TOKEN needs POLICY_ADMIN_URL, the address of"],
  [{ EVENTS_FILE: "/no/such/file" }, "EVENTS_FILE names /no/such/file, which does not exist."],
  [{ DOCUMENT_STORE: "https://papers" }, "DOCUMENT_STORE must be like s3://bucket/prefix, not "],
  [{ DOCUMENT_STORE: "s3://papers" }, "DOCUMENT_STORE needs AWS_REGION, the region of its bucket."],
]

test("CONFIG-01 ORIGIN-09 an unusable setting is reported with its name, the problem and an example", () => {
  for (const [env, problem] of wrong) {
    const problems = problemsOf(env)
    const about = Object.keys(env).join()
    assert.ok(problems[0]?.startsWith(problem), `${about}: ${problems.join("\n")}`)
    assert.doesNotMatch(problems.join(), new RegExp(password), about)
    assert.doesNotMatch(problems.join(), /\n/, about)
  }
})

test("CONFIG-01 an unreadable file is reported with the user who needs access, who may differ from the operator", () => {
  assert.equal(
    fileFault({ code: "EACCES" }, "my-account"),
    "the user my-account may not read. Let this user read it, and enter each folder above it",
  )
  assert.ok(fileFault({ code: "EACCES" }).startsWith(`the user ${userInfo().username} may`))
  assert.equal(fileFault({ code: "EIO" }), "cannot be read (EIO)")
})

test("CONFIG-01 the service may read the folder of the files that the samples name, and only root may read the settings", () => {
  const page = readFileSync(new URL("../../../docs/run/install.md", import.meta.url), "utf8")
  const samples = Object.values<Setting<unknown>>(settings).map(({ example }) => example)
  const named = samples.filter((sample) => sample.startsWith("/etc/my-account/"))
  assert.ok(named.length >= 5, named.join())
  assert.match(page, /^install -d -m 750 -g my-account \/etc\/my-account$/m)
  assert.match(page, /^install -m 600 \/dev\/null \/etc\/my-account\/settings$/m)
  assert.match(page, /^install -m 640 -g my-account \S+ \/etc\/my-account\/$/m)
})

test("CONFIG-02 all problems are listed at once", () => {
  const env = {
    PORT: "x",
    BILLING_RUN: "no",
    PAYMENT_GATEWAY: "stripe",
    POLICY_ADMIN_URL: "https://accounts.example.com",
  }
  assert.deepEqual(problemsOf(env), [
    'PORT must be a port number from 0 to 65535, not "x". Example: PORT=3000',
    'BILLING_RUN must be "on" or "off", not "no". Example: BILLING_RUN=on',
    "PAYMENT_GATEWAY=stripe needs STRIPE_SECRET_KEY. Example: STRIPE_SECRET_KEY=sk_live_…",
    "PAYMENT_GATEWAY=stripe needs STRIPE_PUBLISHABLE_KEY. Example: STRIPE_PUBLISHABLE_KEY=pk_live_…",
    "PAYMENT_GATEWAY=stripe needs STRIPE_WEBHOOK_SECRET. Example: STRIPE_WEBHOOK_SECRET=whsec_…",
    "POLICY_ADMIN_URL needs POLICY_ADMIN_TOKEN, or POLICY_ADMIN_TOKEN_URL.",
  ])
  assert.throws(
    () => readConfig(env),
    /^SettingsRefused: 6 problems in the settings:\n {2}PORT must/,
  )
  assert.throws(() => readConfig({ PORT: "x" }), /^SettingsRefused: PORT must be/)
})

test("CONFIG-02 a setting with an unusable value is not reported as absent", () => {
  const env = {
    NODE_ENV: "production",
    DATABASE_URL: "db",
    SMTP_URL: "mail",
    SECRET_KEY: "short",
    AUDIT_KEY: "short",
  }
  const problems = problemsOf({ ...env, ALLOW_UNSAFE: "sandbox" })
  assert.deepEqual(
    problems.map((line) => line.split(" be ")[0]),
    ["SECRET_KEY must", "AUDIT_KEY must", "DATABASE_URL must", "SMTP_URL must"],
  )
})

test("CONFIG-03 a name that looks like a mistyped setting is reported", () => {
  const { warnings } = readConfig({
    DATABSE_URL: "x",
    STMP_URL: "x",
    SECRET_KEYS: "x",
    database_url: "x",
    POLICY_ADMIN_TOKN: "x",
    PATH: "x",
    HOME: "x",
    PORTS: "x",
    MAIL: "x",
    DATABASE_HOST: "x",
  })
  assert.deepEqual(warnings, [
    "DATABSE_URL is no setting. Did you mean DATABASE_URL?",
    "STMP_URL is no setting. Did you mean SMTP_URL?",
    "SECRET_KEYS is no setting. Did you mean SECRET_KEY?",
    "database_url is no setting. Did you mean DATABASE_URL?",
    "POLICY_ADMIN_TOKN is no setting. Did you mean POLICY_ADMIN_TOKEN?",
  ])
})

test("usable settings are accepted, and an empty one counts as absent", () => {
  const config = readConfig({
    BILLING_RUN: "off",
    LOG_LEVEL: "debug",
    MAIL_FROM: "no-reply@harbor.example",
    SECURITY_CONTACT: "security@harbor.example",
    SECRET_KEY_FILE: fileWith(`${secretKey}\n`),
    PORT: "",
    SITE_ADDRESS: "",
  })
  assert.equal(config.billingRun, false)
  assert.equal(config.alertsTo, "security@harbor.example")
  assert.equal(config.securityContact, "mailto:security@harbor.example")
  assert.equal(config.secretKey, secretKey)
  assert.equal(config.port, 3000)
  assert.equal(config.siteAddress, undefined)
  assert.equal(readConfig({ BILLING_RUN: "on" }).billingRun, true)
  assert.equal(readConfig({}).securityContact, undefined)
})

test("CONFIG-05 the example of each setting is an accepted value", () => {
  const shortened = /…|^\/|openssl|44-characters/
  for (const [name, { form, example }] of Object.entries<Setting<unknown>>(settings)) {
    if (!shortened.test(example)) assert.ok(form.read(example) !== undefined, name)
  }
})

/** A file that is deleted when the process ends. */
function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "settings-"))
  process.on("exit", () => rmSync(folder, { recursive: true }))
  const path = join(folder, "key")
  writeFileSync(path, text)
  return path
}
