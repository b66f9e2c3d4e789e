import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { useridOf } from "#contracts/identity/userid.ts"
import { migrate } from "#database/migrate.ts"
import { type Database, openDatabase } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import { replacePeople } from "#ports/policy-admin/embedded/people.load.ts"
import { passwordOf } from "#services/identity/credentials/password.ts"
import { addUsers } from "#services/identity/credentials/users.load.store.ts"
import { startSession } from "#services/identity/sessions/start-session.ts"
import { demoFolder } from "#testing/demo-people.ts"
import { saveMethod } from "#testing/pay-now.ts"
import { payerAccount, payers } from "#testing/payers.ts"
import { secretKey, testAudit, testPasswords, testSecrets } from "#testing/secret-key.ts"
import { freePort } from "#tools/free-port.ts"
import { loadFolder } from "#tools/load/load-folder.ts"
import { startMailbox } from "#tools/mailbox/mailbox.ts"
import { findOurPayments } from "./compare.store.ts"
import { type Killable, startKillable } from "./killable.ts"

export const host = "harbor.localhost"
export const client = "harbor"

/** Sandbox methods of every payer; most charges succeed, as in production. */
export const samples = ["visa", "bank", "poor", "hushed", "dies", "twice"] as const
/** Those whose money is taken back or given back later. */
export const laterSamples = [
  "bank-poor",
  "bank-disputed",
  "disputed",
  "refunded",
  "partly",
  "dispute-won",
  "dispute-lost",
] as const
/** So that all reports come while processes are killed. */
const daySeconds = 2

export interface Size {
  /** The servers' database; without it they use a separate PGlite folder. */
  databaseUrl?: string
  servers: number
  accounts: number
  products: number
  /** How fast the servers' clock runs. */
  times: number
  /** The password of all people; without it, no one can sign in. */
  password?: string
  /** The address to which the gateway reports; without it, it reports nothing for a day. */
  reportsTo?: string
  /** Further settings of the servers. */
  settings?: Record<string, string>
}

export interface PayerSession {
  cookie: string
  token: string
}

/**
 * Starts servers and a gateway in separate processes that can be killed, with people who owe
 * payments.
 */
export async function openWorld(size: Size) {
  const { databaseUrl, servers, times } = size
  const folder = await mkdtemp(join(tmpdir(), "my-account-proof-"))
  const source = databaseUrl === undefined ? { folder } : { url: databaseUrl }
  const mailbox = await startMailbox({ httpPort: 0 })
  const database = await openDatabase(source)
  const sessions = await fill(database, size)
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
    DATABASE_URL: databaseUrl ?? "",
    SMTP_URL: mailbox.smtpUrl,
    SECRET_KEY: secretKey,
    LOG_LEVEL: "silent",
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
    sessions,
    mailbox,
    ports: running.map(({ port }) => port),
    servers: running,
    killables: [gateway, ...running.map(({ process }) => process)],
    ledger,
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

/** Loads the demo's brand and texts, with generated people instead of the demo's. */
async function fill(database: Database, { accounts, products, password }: Size) {
  await migrate(database)
  await loadFolder(database, demoFolder, {
    clock: systemClock,
    audit: testAudit(systemClock),
    passwords: testPasswords,
  })
  await database.transaction((tx) => replacePeople(tx, client, payers(accounts, products)))
  const now = systemClock.now()
  const users = await Promise.all(
    Array.from({ length: accounts }, async (_, payer) => {
      const holder = {
        userid: payerUserid(payer),
        client,
        accountNumber: payerAccount(payer),
      }
      return {
        ...holder,
        username: `payer${payer}`,
        passwordHash: password
          ? await testPasswords.hash(password, passwordOf(holder))
          : "no one can sign in with it",
        securityQuestionId: null,
        securityAnswerHash: null,
        reactivate: false,
      }
    }),
  )
  await database.transaction((tx) => addUsers(tx, users, now))
  const sessions: PayerSession[] = []
  for (let payer = 0; payer < accounts; payer += 1) {
    const accountNumber = payerAccount(payer)
    for (const sample of [...samples, ...laterSamples]) {
      await saveMethod(database, {
        recordId: recordIdOf(payer, sample),
        client,
        accountNumber,
        sample,
      })
    }
    sessions.push(await openSession(database, payer))
  }
  return sessions
}

async function openSession(database: Database, payer: number): Promise<PayerSession> {
  let cookie = ""
  const cookies = {
    get: () => undefined,
    set: (_: string, value: string) => {
      cookie = value
    },
    clear() {},
  }
  const site = { host, origin: `http://${host}`, client, clientName: "", isCustomerSite: true }
  const request = { site: { ...site, clients: [client], hosts: [host] }, cookies }
  const accountNumber = payerAccount(payer)
  const owner = { userid: payerUserid(payer), accountNumber, staffUserid: null, client }
  const needs = { clock: systemClock, secrets: testSecrets }
  const token = await database.transaction((tx) => startSession(tx, needs, request, owner))
  return { cookie, token }
}

export function payerUserid(payer: number): string {
  return useridOf(`payer${payer}`, client)
}

export function recordIdOf(payer: number, sample: string): string {
  return `PM-${payer}-${sample}`
}
