import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { openDatabase } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import { openLedger } from "#ports/payment-gateway/sandbox/ledger.store.ts"
import { serveBehindFaults } from "#testing/account-system-over-http.ts"
import type { Mishap } from "#testing/faulty-proxy.ts"
import type { Random } from "#testing/random.ts"
import { keySettings } from "#testing/secret-key.ts"
import { freePort } from "#tools/free-port.ts"
import { startMailbox } from "#tools/mailbox/mailbox.ts"
import { type Asked, compareBooks, untilSettled } from "./compare.ts"
import { fillWorld, type WorldPeople } from "./fill.ts"
import { inDatabase, servingUrlOf } from "./postgres.ts"
import { serverScript, startGateway, startKillable } from "./processes.ts"
import { startReportRelay } from "./report-relay.ts"

interface Plan {
  /** The servers' PostgreSQL; without it they use a separate PGlite folder. */
  databaseUrl?: string
  servers: number
  /** The speed factor of the servers' clock. */
  times?: number
  /** People who owe payments; without them, the database stays unchanged. */
  people?: WorldPeople
  /** Makes the gateway report to the servers, in an order that this chooses. */
  reports?: Random
  /** Makes the servers reach the account system over HTTP, with the faults that this returns. */
  mishaps?: (path: string, body: string) => Mishap | undefined
  /** Further settings of the servers. */
  settings?: Record<string, string>
}

/** Starts servers, a gateway and a mail server, in processes that can be killed. */
export async function startWorld(plan: Plan) {
  const { databaseUrl, people = { accounts: 0, products: 0 } } = plan
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), "my-account-proof-"))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const mailbox = await startMailbox({ httpPort: 0, keep: Number.POSITIVE_INFINITY })
  stack.defer(() => mailbox.close())
  const source = databaseUrl === undefined ? { folder } : { url: databaseUrl }
  const { sessions, staff } =
    plan.people === undefined
      ? { sessions: [], staff: [] }
      : await inDatabase(source, (database) => fillWorld(database, people))

  const accountSystem = plan.mishaps && (await serveAccounts(plan.mishaps))

  async function serveAccounts(mishaps: NonNullable<Plan["mishaps"]>) {
    const database = stack.adopt(await openDatabase(source), (opened) => opened.close())
    const served = await serveBehindFaults(database, systemClock, mishaps)
    return stack.adopt(served, (one) => one.close())
  }

  const relay = plan.reports && (await startReportRelay(plan.reports))
  if (relay) stack.defer(() => relay.close())
  const {
    process: gateway,
    ledger,
    settings: atGateway,
  } = await startGateway(folder, relay?.address)
  const processes = [gateway]
  const stopAll = async () => void (await Promise.all(processes.map((one) => one.stop())))
  stack.defer(stopAll)
  const settings = {
    PROOF_STARTED_AT: String(Date.now()),
    DATA_DIR: folder,
    ...(databaseUrl !== undefined && {
      DATABASE_URL: await servingUrlOf(databaseUrl),
      MIGRATE_DATABASE_URL: databaseUrl,
    }),
    SMTP_URL: mailbox.smtpUrl,
    ...keySettings,
    LOG_LEVEL: "silent",
    // Parts that need billing run it themselves.
    BILLING_RUN: "off",
    PAYMENT_GATEWAY_TIMEOUT: "2",
    ...atGateway,
    ...accountSystem?.settings,
    ...plan.settings,
  }

  /** Starts one more server, with settings that differ from the common ones. */
  async function startServer(own: Record<string, string> = {}) {
    const port = await freePort()
    const words = [String(plan.times ?? 1)]
    const process = await startKillable(serverScript, words, {
      ...settings,
      ...own,
      PORT: String(port),
    })
    processes.push(process)
    return { port, process }
  }

  const servers: Awaited<ReturnType<typeof startServer>>[] = []
  for (let n = 0; n < plan.servers; n += 1) servers.push(await startServer())
  const ports = servers.map(({ port }) => port)
  relay?.passTo(ports, atGateway.SANDBOX_GATEWAY_SECRET)
  const started = stack.move()
  return {
    people,
    /** The database. */
    source,
    /** The settings of the servers, for other processes on the same data. */
    settings,
    sessions,
    /** Staff who may refund payments. */
    staff,
    mailbox,
    ports,
    servers,
    startServer,
    /** The gateway and the servers. */
    processes,
    /** The file of the gateway's books. */
    ledger,
    relay,
    accountSystem,
    /**
     * Waits until every payment has a result and is posted, at most this long. The servers keep
     * running.
     */
    settled: (seconds: number) => inDatabase(source, (database) => untilSettled(database, seconds)),
    /**
     * Waits until the gateway has reported all events, and each report is acknowledged, at most five
     * minutes. Returns one line for each report that has not arrived by then.
     */
    async reported(): Promise<string[]> {
      const books = openLedger(ledger)
      const unsent = () => books.dueReports(Number.MAX_SAFE_INTEGER)
      const end = performance.now() + 300_000
      while ((relay?.waiting() || unsent().length > 0) && performance.now() < end) await sleep(200)
      const late = unsent().map((report) => `not reported in time: ${JSON.stringify(report)}`)
      books.close()
      return [...late, ...(relay?.waitingLines() ?? [])]
    },
    /** Ends the processes and compares the books that they leave behind. */
    async compareBooks(asked: Asked) {
      await stopAll()
      return await inDatabase(source, (database) =>
        compareBooks(database, { ledger, mailbox, people }, asked),
      )
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}
export type World = Awaited<ReturnType<typeof startWorld>>
