// @prove-only commands

import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { after, before, type TestContext, test } from "node:test"
import { version } from "#platform/version.ts"
import { createTestClock } from "#testing/clock.ts"
import { runCommand } from "#testing/command.ts"
import {
  type CommandDatabase,
  openCommandDatabase,
  testOnPostgres,
} from "#testing/command-database.ts"
import { demoFilling } from "#testing/demo-database.ts"
import { forgetMigration, giveHost, giveTimeZone } from "#testing/deployment.store.ts"
import { type Mailbox, startMailbox } from "#tools/mailbox/mailbox.ts"
import type { CheckOutcome } from "./outcome.ts"

let place: CommandDatabase
let mailbox: Mailbox

before(async () => {
  ;[place, mailbox] = await Promise.all([
    openCommandDatabase(demoFilling(createTestClock())),
    startMailbox({ httpPort: 0 }),
  ])
})

after(() => Promise.all([place.close(), mailbox.close()]))

async function check(settings: NodeJS.ProcessEnv = {}) {
  const all = { ...place.settings, SMTP_URL: mailbox.smtpUrl, ...settings }
  const { code, out, err } = await runCommand("check", ["--json"], all)
  assert.equal(err, "")
  const outcomes: CheckOutcome[] = JSON.parse(out)
  const lines = (level: CheckOutcome["level"]) =>
    outcomes.filter((one) => one.level === level).map(({ about, text }) => `${about}: ${text}`)
  return { code, outcomes, problems: lines("problem"), warnings: lines("warning") }
}

test("CHECK-01 a deployment that can serve is ready; settings, build, database, clock, migrations, roles, hosts, time zones, keys, mail, gateway, account system and documents are each checked by name", async () => {
  const { code, problems, outcomes } = await check()
  assert.deepEqual([code, problems], [0, []])
  const isServer = Boolean(place.settings.DATABASE_URL)
  assert.deepEqual(
    [...new Set(outcomes.map(({ about }) => about))],
    [
      ...[
        "version",
        "settings",
        "NODE_ENV",
        "build",
        "PORT",
        isServer ? "DATABASE_URL" : "DATA_DIR",
        "clock",
      ],
      ...["migrations", ...(isServer ? ["roles"] : []), "hosts", "time zones"],
      ...["AUDIT_KEY", "SECRET_KEY", "balances"],
      ...["SMTP_URL", "MAIL_FROM", "PAYMENT_GATEWAY", "DOCUMENTS_DIR"],
    ],
  )
  assert.equal(outcomes[0]?.text, `This is My Account ${version}.`)
})

/** Opens another database like `place`, for a test that damages it. */
async function openOwnPlace(t: TestContext): Promise<CommandDatabase> {
  const own = await openCommandDatabase(demoFilling(createTestClock()))
  t.after(() => own.close())
  return own
}

/** The URL of the database with this part replaced. */
function ownerUrl(part: { username?: string; pathname?: string }): string {
  return Object.assign(new URL(place.settings.DATABASE_URL ?? ""), part).href
}

/** One mistake in the settings, and the reported problem. */
const wrongSettings: Record<string, { settings: () => Promise<object> | object; says: RegExp }> = {
  "another key": {
    settings: () => ({ AUDIT_KEY: randomBytes(32).toString("base64") }),
    says: /^AUDIT_KEY: The audit log was made with keys that are not given: [0-9a-f]{8}\. Set AUDIT_KEY/,
  },
  "a database that is away": {
    settings: () => ({ DATABASE_URL: "postgres://me:hunter2@127.0.0.1:1/none" }),
    says: /^DATABASE_URL: The database at 127\.0\.0\.1:1 is not available: .*ECONNREFUSED/,
  },
  "an owner that cannot sign in": {
    settings: () => ({ MIGRATE_DATABASE_URL: ownerUrl({ username: "missing" }) }),
    says: /^MIGRATE_DATABASE_URL: .*role "missing" does not exist/,
  },
  "an owner that also serves": {
    settings: () => ({ MIGRATE_DATABASE_URL: place.settings.DATABASE_URL }),
    says: /^MIGRATE_DATABASE_URL: DATABASE_URL and MIGRATE_DATABASE_URL name one role/,
  },
  "an owner of another database": {
    settings: () => ({ MIGRATE_DATABASE_URL: ownerUrl({ pathname: "/postgres" }) }),
    says: /^MIGRATE_DATABASE_URL: It names the database postgres, and DATABASE_URL names test_/,
  },
  "a replica that is away": {
    settings: () => ({ READ_DATABASE_URL: "postgres://me:hunter2@127.0.0.1:1/none" }),
    says: /^READ_DATABASE_URL: The database at 127\.0\.0\.1:1 is not available/,
  },
  "a mail server that is away": {
    settings: () => ({ SMTP_URL: "smtp://me:hunter2@127.0.0.1:1" }),
    says: /^SMTP_URL: The mail server 127\.0\.0\.1:1 cannot be used: ECONNREFUSED\. Nothing listens there\./,
  },
  "a mail server that takes no sign-in": {
    settings: () => ({ SMTP_URL: mailbox.smtpUrl.replace("//", "//me:hunter2@") }),
    says: /^SMTP_URL: The mail server .+ cannot be used: .+ Correct the user and the password\.$/,
  },
  "a payment gateway that is away": {
    settings: () => ({
      SANDBOX_GATEWAY_URL: "http://127.0.0.1:1",
      SANDBOX_GATEWAY_SECRET: "hunter2",
    }),
    says: /^PAYMENT_GATEWAY: http:\/\/127\.0\.0\.1:1 cannot be reached from here\. Start it, or/,
  },
  "an account system that is away": {
    settings: () => ({ POLICY_ADMIN_URL: "http://127.0.0.1:1", POLICY_ADMIN_TOKEN: "hunter2" }),
    says: /^POLICY_ADMIN_URL: http:\/\/127\.0\.0\.1:1 cannot be used\. .+/,
  },
  "a folder of documents that is a file": {
    async settings() {
      const file = join(place.folder, "a-file")
      await writeFile(file, "")
      return { DOCUMENTS_DIR: file }
    },
    says: /^DOCUMENTS_DIR: Documents cannot be stored in .+a-file: /,
  },
}

for (const [what, { settings, says }] of Object.entries(wrongSettings)) {
  testOnPostgres(`CHECK-02 ${what} is a problem`, async () => {
    const { code, problems, outcomes } = await check({ ...(await settings()) })
    assert.equal(code, 1)
    assert.equal(problems.length, 1, problems.join("\n"))
    assert.match(`${problems[0]}`, says)
    assert.doesNotMatch(JSON.stringify(outcomes), /hunter2/)
  })
}

testOnPostgres(
  "CHECK-02 settings that cannot be used are listed with what to do and without a secret, nothing else is tried, and the exit code is 1",
  async () => {
    const { code, outcomes } = await check({ PORT: "x", BILLING_RUN: "no" })
    assert.equal(code, 1)
    assert.deepEqual(
      outcomes.map(({ about, text }) => `${about}: ${text}`),
      [
        'settings: PORT must be a port number from 0 to 65535, not "x". Example: PORT=3000',
        'settings: BILLING_RUN must be "on" or "off", not "no". Example: BILLING_RUN=on',
      ],
    )
  },
)

testOnPostgres(
  "CHECK-03 a mistyped name and a role that owns the tables are warnings for the operator to judge, and the exit code stays 0",
  async () => {
    const { code, warnings } = await check({ STMP_URL: "x" })
    assert.equal(code, 0)
    assert.ok(warnings.includes("settings: STMP_URL is no setting. Did you mean SMTP_URL?"))
    assert.ok(warnings.some((line) => /^roles: The serving role .+ owns tables/.test(line)))
  },
)

testOnPostgres("CHECK-02 a mail server that answers nothing is a problem", async () => {
  const silent = createServer((socket) => socket.end())
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
  const { port } = silent.address() as { port: number }
  const { problems } = await check({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  silent.close()
  assert.match(`${problems}`, /^SMTP_URL: The mail server 127.+ cannot be used: /)
})

testOnPostgres(
  "CHECK-02 a host that does not resolve and an unknown time zone are problems",
  async (t) => {
    const own = await openOwnPlace(t)
    await own.visit(async (database) => {
      await giveHost(database, "wayfarer", "my.wayfarer.invalid")
      await giveTimeZone(database, "harbor", "Mars/Olympus")
    })
    const { code, problems } = await check(own.settings)
    assert.equal(code, 1)
    assert.deepEqual(problems, [
      "hosts: my.wayfarer.invalid does not resolve. Add its DNS record, or remove the site.",
      "time zones: This Node does not know Mars/Olympus, the time zone of harbor.",
    ])
  },
)

testOnPostgres(
  "CHECK-02 CONFIG-06 a database without tables is told from one that is behind, and the rest is checked",
  async () => {
    const empty = await openCommandDatabase({ key: "empty", fill: async () => {} })
    try {
      const { code, problems, outcomes } = await check({
        ...empty.settings,
        TYPED_AS: "my-account",
      })
      assert.equal(code, 1)
      assert.deepEqual(problems, [
        "migrations: The database has no tables yet. Run: my-account migrate. To bring back a lost one: my-account restore <folder>",
      ])
      const names = outcomes.map(({ about }) => about)
      assert.ok(names.includes("SMTP_URL") && names.includes("DOCUMENTS_DIR"), names.join())
    } finally {
      await empty.close()
    }
  },
)

testOnPostgres(
  "CHECK-04 migrations that did not run are listed by the check and by the plan",
  async (t) => {
    const own = await openOwnPlace(t)
    const name = await own.visit(forgetMigration)
    const { code, problems } = await check(own.settings)
    assert.equal(code, 1)
    assert.deepEqual(problems, [
      `migrations: ${name} did not run yet. Run: npm run my-account -- migrate`,
    ])
    const plan = await runCommand("migrate", ["--plan"], own.settings)
    assert.deepEqual(plan, { code: 0, out: `Would run ${name}\n`, err: "" })
  },
)
