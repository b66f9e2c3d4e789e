// @prove-only commands

import assert from "node:assert/strict"
import { writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { after, before } from "node:test"
import { createServer as createTlsServer } from "node:tls"
import { type SandboxGateway, startSandboxGateway } from "#ports/payment-gateway/sandbox/server.ts"
import { createTestClock } from "#testing/clock.ts"
import { runCommand } from "#testing/command.ts"
import {
  type CommandDatabase,
  openCommandDatabase,
  testOnPostgres,
} from "#testing/command-database.ts"
import { demoFilling } from "#testing/demo-database.ts"
import {
  addRoleWithoutRights,
  dropRoleWithoutRights,
  giveUsername,
} from "#testing/deployment.store.ts"
import { selfSigned } from "#testing/self-signed.ts"
import {
  providerSecret,
  serveProvider,
  startListener,
  testGroups,
  writeProvidersFile,
} from "#testing/staff-providers.ts"
import { type Mailbox, startMailbox } from "#tools/mailbox/mailbox.ts"
import { type Misconfigured, nowhere, secret, settingsAlone } from "./misconfigured.cases.ts"
import type { CheckOutcome } from "./outcome.ts"

let place: CommandDatabase
let mailbox: Mailbox
let gateway: SandboxGateway
let silent: { port: number; close: () => void }
let withTls: { port: number; close: () => void }
const listener = await startListener()
const files: { remove: () => Promise<void> }[] = []

before(async () => {
  const clock = createTestClock()
  ;[place, mailbox, gateway] = await Promise.all([
    openCommandDatabase(demoFilling(clock)),
    startMailbox({ httpPort: 0 }),
    startSandboxGateway({ secret: "of the gateway" }),
  ])
  silent = await listen(createServer())
  withTls = await listen(createTlsServer(selfSigned(), (socket) => socket.end()))
  await serveProvider(listener, {
    returnAddress: "http://support.localhost/log-in/oak",
    logoutAddress: "http://support.localhost/provider-logout/oak",
  })
})

after(async () => {
  silent.close()
  withTls.close()
  await Promise.all([place.close(), mailbox.close(), gateway.close(), listener.close()])
  await Promise.all(files.map((file) => file.remove()))
})

async function listen(server: ReturnType<typeof createServer>) {
  const open = new Set<{ destroy: () => void }>()
  server.on("connection", (socket) => open.add(socket))
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as { port: number }
  return {
    port,
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

async function providers(changed: object): Promise<object> {
  const oak = {
    ...{ name: "oak", label: "Oak", issuer: listener.address, clientId: "my-account" },
    ...{ clientSecret: providerSecret, groups: testGroups, ...changed },
  }
  const file = await writeProvidersFile({ providers: [oak] })
  files.push(file)
  return { STAFF_PROVIDERS_FILE: file.path }
}

function databaseWith(change: (url: URL) => void): string {
  const url = new URL(place.settings.DATABASE_URL ?? "")
  change(url)
  return url.href
}

const cases: Record<string, Misconfigured> = {
  ...settingsAlone,
  "a role that does not exist": {
    settings: () => ({ DATABASE_URL: databaseWith((url) => (url.username = "nobody_here")) }),
    says: /^DATABASE_URL: .*nobody_here.* Correct the user and the password\.$/,
  },
  "a database that does not exist": {
    settings: () => ({ DATABASE_URL: databaseWith((url) => (url.pathname = "/not_there")) }),
    says: /^DATABASE_URL: .*not_there.* Create the database, or correct its name\.$/,
  },
  "a role without rights": {
    settings: () => ({ DATABASE_URL: databaseWith((url) => (url.username = "check_no_rights")) }),
    says: /^DATABASE_URL: permission denied .* Run npm run my-account -- migrate with MIGRATE_DATABASE_URL/,
  },
  "a database whose host has no address": {
    settings: () => ({ DATABASE_URL: `postgres://me:${secret}@db.check.invalid/none` }),
    says: /^DATABASE_URL: .* The host has no address\. Correct its name\.$/,
  },
  "a database that does not answer": {
    settings: () => ({ DATABASE_URL: `postgres://me:${secret}@127.0.0.1:${silent.port}/none` }),
    says: /^DATABASE_URL: .* Nothing answers there\. Correct host and port/,
  },
  "a clock that is a minute ahead": {
    settings: () => ({
      NODE_OPTIONS:
        "--import=data:text/javascript,const/**/D=Date;globalThis.Date=class/**/extends/**/D{constructor(...a){super(...(a.length?a:[D.now()+60000]))}}",
    }),
    says: /^clock: .* differ by 60 seconds\. Set both by NTP\.$/,
  },
  "a replica that is the primary": {
    settings: () => ({ READ_DATABASE_URL: place.settings.DATABASE_URL }),
    says: /^READ_DATABASE_URL: This database is no replica: it takes writes\. Name a/,
  },
  "a mail server whose host has no address": {
    settings: () => ({ SMTP_URL: `smtp://me:${secret}@mail.check.invalid` }),
    says: /^SMTP_URL: .* The host has no address\. Correct its name\.$/,
  },
  "a mail server that does not answer": {
    settings: () => ({ SMTP_URL: `smtp://127.0.0.1:${silent.port}` }),
    says: /^SMTP_URL: .* Nothing answers there\./,
  },
  "a mail server without STARTTLS": {
    settings: () => ({ SMTP_URL: `${mailbox.smtpUrl}?requireTLS=true` }),
    says: /^SMTP_URL: .* It offers no STARTTLS\. Use smtps:\/\/ with its port\.$/,
  },
  "a mail server with a certificate that no authority signed": {
    settings: () => ({ SMTP_URL: `smtps://127.0.0.1:${withTls.port}` }),
    says: /^SMTP_URL: .* Its certificate is not trusted\. Name the file of its authority/,
  },
  "an account system that speaks something else": {
    settings: () => ({ POLICY_ADMIN_URL: mailbox.httpUrl, POLICY_ADMIN_TOKEN: secret }),
    says: /^POLICY_ADMIN_URL: http:.+ cannot be used\. /,
  },
  "an account system that does not answer": {
    settings: () => ({
      POLICY_ADMIN_URL: `http://127.0.0.1:${silent.port}`,
      POLICY_ADMIN_TOKEN: secret,
    }),
    says: /^POLICY_ADMIN_URL: http:.+ cannot be used\. /,
  },
  "a key file that is not there": {
    settings: () => ({ SECRET_KEY: undefined, SECRET_KEY_FILE: join(place.folder, "no-key") }),
    says: /^settings: SECRET_KEY_FILE names a file that does not exist\./,
  },
  "a key file that every user may read": {
    async settings() {
      const path = join(place.folder, "open-key")
      await writeFile(path, `${place.settings.SECRET_KEY}\n`, { mode: 0o644 })
      return { SECRET_KEY: undefined, SECRET_KEY_FILE: path }
    },
    says: /^SECRET_KEY_FILE: Every user of this machine may read .+open-key\. Run: chmod 600/,
    isWarning: true,
  },
  "exchanged keys": {
    settings: () => ({
      SECRET_KEY: place.settings.AUDIT_KEY,
      AUDIT_KEY: place.settings.SECRET_KEY,
    }),
    says: /^AUDIT_KEY: SECRET_KEY and AUDIT_KEY are exchanged\. Give each the value of the other\.$/,
  },
  "one key for two uses": {
    settings: () => ({ SECRET_KEY: place.settings.AUDIT_KEY }),
    says: /^settings: AUDIT_KEY must be another key than SECRET_KEY/,
  },
  "a gateway that refuses our secret": {
    settings: () => ({ SANDBOX_GATEWAY_URL: gateway.address, SANDBOX_GATEWAY_SECRET: secret }),
    says: /^PAYMENT_GATEWAY: http:.+ refuses SANDBOX_GATEWAY_SECRET\. Correct it\.$/,
  },
  "a sample person whose password is published": {
    async settings() {
      await place.visit((database) => giveUsername(database, "wayfarer", "Sample.Person"))
      return {}
    },
    says: /^accounts: wayfarer has the user sample\.person, whose password is published\. Remove/,
    isWarning: true,
  },
  "a port in use": {
    settings: () => ({ PORT: String(silent.port), LISTEN_ON: "127.0.0.1" }),
    says: /^PORT: Port \d+ is in use\. If this is not the server that runs already, choose/,
    isWarning: true,
  },
  "a file of providers that is not there": {
    settings: () => ({ STAFF_PROVIDERS_FILE: join(place.folder, "none.json") }),
    says: /^settings: .*STAFF_PROVIDERS_FILE/,
  },
  "a provider that is away": {
    settings: () => providers({ issuer: `http://${nowhere}` }),
    says: /^STAFF_PROVIDERS_FILE: The provider oak cannot be used: it cannot be reached/,
  },
  "a provider whose certificate no authority signed": {
    settings: () => providers({ issuer: `https://127.0.0.1:${withTls.port}` }),
    says: /^STAFF_PROVIDERS_FILE: The provider oak cannot be used: its certificate is not trusted.* NODE_EXTRA_CA_CERTS/,
  },
  "a provider with another issuer": {
    settings: () => providers({ issuer: listener.address.replace("127.0.0.1", "localhost") }),
    says: /^STAFF_PROVIDERS_FILE: The provider oak cannot be used: its metadata name another/,
  },
  "a provider that refuses our secret": {
    settings: () => providers({ clientSecret: secret }),
    says: /^STAFF_PROVIDERS_FILE: The provider oak cannot be used: it refuses our client\. Correct/,
  },
  "a group with a client that does not exist": {
    settings: () => providers({ groups: { desk: { clients: ["habror"], roles: ["look"] } } }),
    says: /^STAFF_PROVIDERS_FILE: The group desk of oak names the client habror, which does not/,
  },
}

async function check(settings: object) {
  const all = { ...place.settings, SMTP_URL: mailbox.smtpUrl, PORT: "0", ...settings }
  const { code, out } = await runCommand("check", ["--json"], all)
  assert.ok(!out.includes(secret), "no secret is printed")
  const outcomes: CheckOutcome[] = JSON.parse(out)
  const lines = (level: CheckOutcome["level"]) =>
    outcomes.filter((one) => one.level === level).map(({ about, text }) => `${about}: ${text}`)
  return { code, problems: lines("problem"), warnings: lines("warning") }
}

testOnPostgres("CHECK-05 a provider that takes our client is no problem", async () => {
  const { code, problems } = await check(await providers({}))
  assert.deepEqual([code, problems], [0, []])
})

for (const [what, { settings, says, isWarning }] of Object.entries(cases)) {
  testOnPostgres(
    `CHECK-05 ${what} is named in bounded time with its setting, the problem and what to do`,
    async () => {
      if (what === "a role without rights") await place.visit(addRoleWithoutRights)
      const { code, problems, warnings } = await check(await settings())
      if (what === "a role without rights") await place.visit(dropRoleWithoutRights)
      const found = isWarning ? warnings : problems
      assert.equal(code, isWarning ? 0 : 1)
      assert.ok(
        found.some((line) => says.test(line)),
        found.join("\n"),
      )
    },
  )
}
