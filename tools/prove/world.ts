import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type Database, openDatabase } from "#database/open.ts"
import { keySettings } from "#testing/secret-key.ts"
import { freePort } from "#tools/free-port.ts"
import { startMailbox } from "#tools/mailbox/mailbox.ts"
import { findOurPayments } from "./compare.store.ts"
import { fillWorld, type WorldPeople } from "./fill-world.ts"
import { type Killable, startKillable } from "./killable.ts"
import { servingUrlOf } from "./on-postgres.ts"

/** So that all reports come while processes are killed. */
const daySeconds = 2

export interface Size extends WorldPeople {
  /** The servers' database; without it they use a separate PGlite folder. */
  databaseUrl?: string
  servers: number
  /** How fast the servers' clock runs. */
  times: number
  /** The address to which the gateway reports; without it, it reports nothing for a day. */
  reportsTo?: string
  /** Further settings of the servers. */
  settings?: Record<string, string>
}

/**
 * Starts servers and a gateway in separate processes that can be killed, with people who owe
 * payments.
 */
export async function openWorld(size: Size) {
  const { databaseUrl, servers, times } = size
  const folder = await mkdtemp(join(tmpdir(), "my-account-proof-"))
  const source = databaseUrl === undefined ? { folder } : { url: databaseUrl }
  const mailbox = await startMailbox({ httpPort: 0, keep: Number.POSITIVE_INFINITY })
  const database = await openDatabase(source)
  const { sessions, staff } = await fillWorld(database, size)
  await database.close()

  const secret = randomBytes(32).toString("hex")
  const ledger = join(folder, "ledger.sqlite")
  const gatewayPort = await freePort()
  const sandbox = "ports/payment-gateway/sandbox/process.ts"
  const reporting = size.reportsTo === undefined ? [] : [size.reportsTo]
  const gateway = await startKillable(sandbox, [String(gatewayPort), ledger, ...reporting], {
    SANDBOX_GATEWAY_SECRET: secret,
    ...(size.reportsTo !== undefined && { SANDBOX_GATEWAY_DAY_SECONDS: String(daySeconds) }),
  })
  const common = {
    PROOF_STARTED_AT: String(Date.now()),
    DATA_DIR: folder,
    ...(databaseUrl !== undefined && {
      DATABASE_URL: await servingUrlOf(databaseUrl),
      MIGRATE_DATABASE_URL: databaseUrl,
    }),
    SMTP_URL: mailbox.smtpUrl,
    ...keySettings,
    LOG_LEVEL: "silent",
    // A part that wants billing runs it.
    BILLING_RUN: "off",
    SANDBOX_GATEWAY_URL: `http://127.0.0.1:${gatewayPort}`,
    SANDBOX_GATEWAY_SECRET: secret,
    PAYMENT_GATEWAY_TIMEOUT: "2",
    ...size.settings,
  }
  const running: { port: number; process: Killable }[] = []
  for (let n = 0; n < servers; n += 1) {
    const port = await freePort()
    const env = { ...common, PORT: String(port) }
    running.push({
      port,
      process: await startKillable("tools/prove/server.ts", [String(times)], env),
    })
  }

  return {
    /** The settings of the servers, for other processes on the same data. */
    settings: common,
    sessions,
    /** Staff who may refund payments. */
    staff,
    mailbox,
    ports: running.map(({ port }) => port),
    servers: running,
    killables: [gateway, ...running.map(({ process }) => process)],
    ledger,
    /** Signs the gateway's reports. */
    gatewaySecret: secret,
    /** Waits until every accepted payment is posted, at most this long. The servers still run. */
    async posted(seconds: number): Promise<void> {
      const database = await openDatabase(source)
      try {
        for (let second = 0; second < seconds; second += 1) {
          const payments = await findOurPayments(database)
          const waiting = payments.filter(
            ({ status, isPosted }) => status === "accepted" && !isPosted,
          )
          if (waiting.length === 0) return
          await sleep(1000)
        }
      } finally {
        await database.close()
      }
    },
    /** Ends the processes and opens the database that they leave behind. */
    async settle(): Promise<Database> {
      await Promise.all([gateway.stop(), ...running.map(({ process }) => process.stop())])
      return await openDatabase(source)
    },
    async close() {
      await Promise.all([gateway.stop(), ...running.map(({ process }) => process.stop())])
      await mailbox.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type World = Awaited<ReturnType<typeof openWorld>>
