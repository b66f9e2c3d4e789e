import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import type { Database } from "#database/open.ts"
import { type SandboxGateway, startSandboxGateway } from "#ports/payment-gateway/sandbox/server.ts"
import { readConfig } from "#server/config/config.ts"
import { type RunningServer, startServer } from "#server/main.ts"
import { noPages, type WebSource } from "#server/page/web.ts"
import { type Mailbox, startMailbox } from "#tools/mailbox/mailbox.ts"
import { createTestBrowser, type TestBrowser } from "./browser.ts"
import { createTestClock, type TestClock } from "./clock.ts"
import { openDemoDatabase } from "./demo-database.ts"
import { demoDocumentsFolder } from "./demo-documents.ts"
import { stateOfClient } from "./isolation.store.ts"
import { createEmailReader, type EmailReader } from "./mail-reader.ts"
import { untilEmailsAreSent } from "./outbox.ts"
import { secretKey } from "./secret-key.ts"
import { twin as twinClient } from "./twin-client.ts"

export interface TestApp extends EmailReader {
  port: number
  /** Address of a site, such as http://harbor.localhost:4711. */
  origin(host: string): string
  database: Database
  clock: TestClock
  mailbox: Mailbox
  /** The sandbox on a port of its own, whose books a test compares with ours. */
  gateway: SandboxGateway
  /** Does the day's billing. */
  billingRun: RunningServer["billingRun"]
  /** Somebody with cookies of their own. */
  browser(): TestBrowser
  close(): Promise<void>
}

/**
 * Sees that a test of other clients' people leaves the twin's as they were. `release` says that the
 * test changes them on purpose.
 */
async function watchTwin(database: Database) {
  const before = await stateOfClient(database, twinClient)
  let isReleased = false
  return {
    release() {
      isReleased = true
    },
    async check() {
      if (isReleased) return
      const message = "what the people of another client do leaves the twin's as they were"
      assert.deepEqual(await stateOfClient(database, twinClient), before, message)
    },
  }
}

/**
 * The real server on a free port, over the demo's data in a database of its own, with a clock
 * that a test moves and a mail server whose mails a test reads.
 *
 * `web` is the browser's part: without it a page has the brand's tags and no application.
 * `documentsFolder` holds people's documents; the demo's unless given.
 * `logTo` gets everything that the server can be made to log; without it errors are shown.
 * `env` is set besides. `twin: false` leaves out the client that `twin-client.ts` adds to the demo's.
 */
export async function startTestApp({
  web = noPages,
  logTo,
  documentsFolder,
  env = {},
  twin = true,
}: {
  web?: WebSource
  documentsFolder?: string
  logTo?: NodeJS.WritableStream
  env?: Record<string, string>
  twin?: boolean
} = {}): Promise<TestApp> {
  const clock = createTestClock()
  const secret = randomBytes(32).toString("hex")
  const [database, mailbox, gateway] = await Promise.all([
    openDemoDatabase(clock, { twin }),
    startMailbox({ httpPort: 0 }),
    startSandboxGateway({ secret, clock, silenceMs: 2_000 }),
  ])
  const config = readConfig({
    PORT: "0",
    SMTP_URL: mailbox.smtpUrl,
    SECRET_KEY: secretKey,
    LOG_LEVEL: logTo ? "trace" : "error",
    // A test that is about it runs it, at a time that it chooses.
    BILLING_RUN: "off",
    DOCUMENTS_DIR: documentsFolder ?? (await demoDocumentsFolder(clock)),
    SANDBOX_GATEWAY_URL: gateway.address,
    SANDBOX_GATEWAY_SECRET: secret,
    PAYMENT_GATEWAY_TIMEOUT: "25",
    ...env,
  })
  const server = await startServer({
    config,
    database,
    clock,
    web,
    ...(logTo && { logTo }),
  })

  gateway.sendReportsTo(`http://127.0.0.1:${server.port}/gateway-reports/sandbox`)

  const reader = createEmailReader(mailbox, () => untilEmailsAreSent(database))
  const untouched = twin ? await watchTwin(database) : undefined
  return {
    port: server.port,
    origin: server.origin,
    database,
    clock,
    mailbox,
    gateway,
    async billingRun() {
      // It bills the twin's people too.
      untouched?.release()
      await server.billingRun()
    },
    ...reader,
    browser: () =>
      createTestBrowser(
        server.port,
        (to) => reader.readCode(to, "to finish logging in"),
        () => untouched?.release(),
      ),
    async close() {
      await server.close()
      try {
        if (await database.answers()) await untouched?.check()
      } finally {
        await Promise.all([mailbox.close(), gateway.close(), database.close()])
      }
    },
  }
}
