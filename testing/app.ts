import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import type { Database } from "#database/open.ts"
import { type SandboxGateway, startSandboxGateway } from "#ports/payment-gateway/sandbox/server.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import { readConfig } from "#server/config/config.ts"
import { type RunningServer, startServer } from "#server/main.ts"
import { noPages, type WebSource } from "#server/page/web.ts"
import { type Mailbox, startMailbox } from "#tools/mailbox/mailbox.ts"
import { createTestBrowser, type TestBrowser } from "./browser.ts"
import { createTestClock, type TestClock } from "./clock.ts"
import { openDemoDatabase } from "./demo-database.ts"
import { demoDocumentsFolder } from "./demo-documents.ts"
import { hasNotedWrites, stateOfClient } from "./isolation.store.ts"
import { createEmailReader, type EmailReader } from "./mail-reader.ts"
import { createManualJobs, createTimedJobs, type TestJobs } from "./schedulers.ts"
import { secondTenant as secondTenantClient } from "./second-tenant/second-tenant.ts"
import { keySettings, testHashCost, testProofRounds } from "./secret-key.ts"

export interface TestApp extends EmailReader {
  port: number
  /** The port of monitoring; undefined without ADMIN_PORT. */
  adminPort: number | undefined
  /** Address of a site, such as http://harbor.localhost:4711. */
  origin(host: string): string
  database: Database
  clock: TestClock
  mailbox: Mailbox
  /**
   * The sandbox gateway on a separate port. A test compares its charges with the account system's
   * payments.
   */
  gateway: SandboxGateway
  /**
   * Waits for unfinished work of calls, runs the due jobs, and sends the gateway's due reports: see
   * `createManualJobs`.
   */
  settle(): Promise<void>
  /** Runs one round of a job by its name, due or not, including jobs that run rarely. */
  rounds: TestJobs["rounds"]
  /** Runs the day's billing. */
  billingRun: RunningServer["billingRun"]
  /** Compares the payments with the gateway, as the daily sweep does. */
  sweep: RunningServer["sweep"]
  /** A browser with separate cookies. */
  browser(): TestBrowser
  /**
   * Starts another server of the same installation, with its own clock and database connection if
   * given. Its jobs run in its own `settle`, and in the app's. Close it before the app.
   */
  startBeside(differing?: Partial<Pick<TestApp, "clock" | "database">>): Promise<TestServer>
  close(): Promise<void>
}

/** One of the servers of an installation. */
export type TestServer = Pick<
  TestApp,
  "port" | "browser" | "billingRun" | "settle" | "rounds" | "close"
>

/**
 * The second tenant's data at the start of every app of this process. Each app has a copy of the
 * same database.
 */
let secondTenantAtStart: Map<string, string> | undefined

/**
 * Checks that a test of other clients does not change the second tenant's data. `release` allows
 * changes that the test makes on purpose.
 */
async function watchSecondTenant(database: Database) {
  secondTenantAtStart ??= await stateOfClient(database, secondTenantClient)
  const before = secondTenantAtStart
  let isReleased = false
  return {
    release() {
      isReleased = true
    },
    async check() {
      if (isReleased || !(await hasNotedWrites(database))) return
      const message = "calls by another client's people left the second tenant's data unchanged"
      assert.deepEqual(await stateOfClient(database, secondTenantClient), before, message)
    },
  }
}

/**
 * Starts the real server on a free port with a copy of the demo data, a clock that the test moves,
 * jobs that the test runs, and a mail server whose emails the test reads.
 *
 * `web` is the built browser application; without it a page has only the brand's tags.
 * `documentsFolder` contains the documents; the default is the demo's. `logTo` receives everything
 * that the server can log; without it the console shows errors. `env` adds settings, or creates
 * them once the database exists. `policyAdmin` creates an account system outside of the database.
 * `secondTenant: false` leaves out the client that `second-tenant.ts` adds to the demo. `jobs:
 * "timers"` runs the jobs on real timers, for users that a test does not control, such as a
 * browser.
 */
export async function startTestApp({
  web = noPages,
  logTo,
  documentsFolder,
  env = {},
  secondTenant = true,
  policyAdmin,
  jobs = "manual",
}: {
  web?: WebSource
  documentsFolder?: string
  logTo?: NodeJS.WritableStream
  env?:
    | Record<string, string>
    | ((database: Database, clock: TestClock) => Promise<Record<string, string>>)
  secondTenant?: boolean
  policyAdmin?: (database: Database) => PolicyAdmin
  jobs?: "manual" | "timers"
} = {}): Promise<TestApp> {
  const clock = createTestClock()
  const isManual = jobs === "manual"
  const jobsOf = (own: TestClock) => (isManual ? createManualJobs(own) : createTimedJobs())
  const testJobs = jobsOf(clock)
  const secret = randomBytes(32).toString("hex")
  const [database, mailbox, gateway] = await Promise.all([
    openDemoDatabase(clock, { secondTenant }),
    startMailbox({ httpPort: 0 }),
    startSandboxGateway({ secret, clock, scheduler: testJobs.scheduler, silenceMs: 2_000 }),
  ])
  const config = readConfig({
    PORT: "0",
    SMTP_URL: mailbox.smtpUrl,
    ...keySettings,
    LOG_LEVEL: logTo ? "trace" : "error",
    // The tests of the billing run start it when they need it.
    BILLING_RUN: "off",
    DOCUMENTS_DIR: documentsFolder ?? (await demoDocumentsFolder(clock)),
    SANDBOX_GATEWAY_URL: gateway.address,
    SANDBOX_GATEWAY_SECRET: secret,
    PAYMENT_GATEWAY_TIMEOUT: "25",
    ...(typeof env === "function" ? await env(database, clock) : env),
  })
  const untouched = secondTenant ? await watchSecondTenant(database) : undefined

  /** The `settle` of each running server. */
  const settles = new Set<() => Promise<void>>()
  const reader = createEmailReader(mailbox, {
    async settle() {
      for (const settle of settles) await settle()
    },
    ...(isManual && { waitMs: 0 }),
  })

  async function serve(
    on: Pick<TestApp, "clock" | "database">,
    { scheduler, settle, rounds }: TestJobs,
  ) {
    const server = await startServer({
      ...{ config, ...on, scheduler, web },
      // The database uses the app's clock: another server of the app may have a wrong clock.
      databaseTime: async () => clock.now(),
      costs: { hash: testHashCost, proofRounds: testProofRounds },
      ...(logTo && { logTo }),
      ...(policyAdmin && { policyAdmin: policyAdmin(on.database) }),
    })
    const settleOwn = async () => {
      await server.idle()
      await settle()
    }
    settles.add(settleOwn)
    return {
      ...server,
      settle: settleOwn,
      rounds,
      async billingRun() {
        // The billing run also bills the second tenant's people.
        untouched?.release()
        return await server.billingRun()
      },
      async close() {
        settles.delete(settleOwn)
        await server.close()
      },
      browser: () =>
        createTestBrowser(
          server.port,
          (to) => reader.readCode(to, "to finish logging in"),
          () => untouched?.release(),
          server.idle,
        ),
    }
  }

  const server = await serve({ database, clock }, testJobs)
  gateway.sendReportsTo(`http://127.0.0.1:${server.port}/gateway-reports/sandbox`)
  return {
    ...server,
    ...reader,
    ...{ database, clock, mailbox, gateway },
    async startBeside(differing = {}) {
      const on = { database, clock, ...differing }
      return await serve(on, jobsOf(on.clock))
    },
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
