import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type Database, openDatabase } from "#database/open.ts"
import { keySettings } from "#testing/secret-key.ts"
import { startMailbox } from "#tools/mailbox/mailbox.ts"
import { freePort } from "../../free-port.ts"
import { findOurPayments } from "../compare.store.ts"
import { startKillable } from "../killable.ts"
import { servingUrlOf } from "../on-postgres.ts"
import { type Balancer, startBalancer } from "./balancer.ts"
import { createServers } from "./servers.ts"

/** After this, a payment that is not posted is a finding. */
const postSeconds = 60

export type Installation = Awaited<ReturnType<typeof openInstallation>>

/**
 * An installation whose servers are replaced one by one behind a balancer, with a mail server and a
 * gateway. `owner` is the URL of its database for the role that owns the tables.
 */
export async function openInstallation(owner: string) {
  const folder = mkdtempSync(join(tmpdir(), "prove-rolling-"))
  const mailbox = await startMailbox({ httpPort: 0, keep: Number.POSITIVE_INFINITY })
  const database = await openDatabase({ url: owner })
  const balancer = await startBalancer()
  const ledger = join(folder, "ledger.sqlite")
  const [gatewayPort, secret] = [await freePort(), randomBytes(32).toString("hex")]
  const sandbox = "ports/payment-gateway/sandbox/process.ts"
  const gateway = await startKillable(sandbox, [String(gatewayPort), ledger], {
    SANDBOX_GATEWAY_SECRET: secret,
  })
  const settings = {
    DATABASE_URL: await servingUrlOf(owner),
    DATA_DIR: folder,
    ...keySettings,
    SMTP_URL: mailbox.smtpUrl,
    SITE_ADDRESS: `http://{host}:${balancer.port}`,
    TRUST_PROXY: "127.0.0.1",
    SHUTDOWN_DELAY: "2",
    LOG_LEVEL: "silent",
    BILLING_RUN: "off",
    SANDBOX_GATEWAY_URL: `http://127.0.0.1:${gatewayPort}`,
    SANDBOX_GATEWAY_SECRET: secret,
  }
  const servers = createServers(balancer, settings)
  return {
    ...{ mailbox, database, balancer, ledger, settings, servers },
    async close(): Promise<void> {
      servers.stop()
      await gateway.stop()
      await balancer.close()
      await database.close()
      await mailbox.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until the balancer has answered more requests. */
export async function more(balancer: Balancer): Promise<void> {
  const from = balancer.answered()
  while (balancer.answered() < from + 40) await sleep(50)
}

/** Waits until every accepted payment is posted. */
export async function posted(database: Database): Promise<void> {
  for (let second = 0; second < postSeconds; second += 1) {
    const payments = await findOurPayments(database)
    if (payments.every(({ status, isPosted }) => status !== "accepted" || isPosted)) return
    await sleep(1000)
  }
}

/** How often each request failed, without the server's port. */
export function counted(failed: readonly string[]): [string, number][] {
  const groups = Map.groupBy(failed, (line) => line.replace(/ at \d+/, ""))
  return Array.from(groups, ([what, lines]) => [what, lines.length])
}

export const seconds = (from: number) => `${((performance.now() - from) / 1000).toFixed(1)} s`
