// Does the day's billing now, with the settings of the server: npm run my-account -- billing-run. Any number of
// runs may overlap, with the server's own too. SIGTERM and SIGINT stop it between two products; the
// next run continues.

import Fastify from "fastify"
import type { Database } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import { serializers } from "#platform/http/log.ts"
import { refuseMissing } from "#server/commands/run-operator-command.ts"
import { readCommandLine, runCommandLine, UsageError } from "#server/config/command-line.ts"
import { type Config, readConfig } from "#server/config/config.ts"
import { openPresentDatabase } from "#server/migrated-database.ts"
import { openPaymentsAlone } from "#server/payments-alone.ts"
import { brandsOf, withAccountSystem } from "./ledger/brands-of.ts"

const command = {
  usage: `npm run my-account -- billing-run [--catch-up <plan number> [--client <client>]]
Runs the daily billing now, once, and ends; docs/run/daily.md explains when that is needed.
  --catch-up <plan number>  issues the bills of past periods that the run holds, and nothing else
  --client <client>         the client of that product, if several have the number
Exit codes: 0 done; 1 it failed or was stopped, and the next run continues it; 2 a mistyped command, or no database.`,
  options: { "catch-up": { type: "string" }, client: { type: "string" } },
} as const

await runCommandLine(command, async () => {
  const { "catch-up": policyNumber, client } = readCommandLine(command).values
  if (client !== undefined && policyNumber === undefined) {
    throw new UsageError("--client belongs to --catch-up.")
  }
  if (policyNumber !== undefined && !/^\d{10}$/.test(policyNumber)) {
    throw new UsageError(`--catch-up must be a plan number of 10 digits, not '${policyNumber}'.`)
  }
  const stopping = new AbortController()
  const stop = () =>
    stopping.abort(new Error("The billing was stopped. The next run continues it."))
  process.once("SIGTERM", stop).once("SIGINT", stop)
  const config = readConfig(process.env)
  refuseMissing(config)
  const database = await openPresentDatabase(config)
  try {
    if (policyNumber !== undefined) {
      console.log(await catchUp(database, config, { policyNumber, client }))
      return
    }
    // The log has the problems alone, apart from the result.
    const level = config.logLevel === "info" ? "warn" : config.logLevel
    const { log } = Fastify({ logger: { level, serializers, stream: process.stderr } })
    const { payments, close } = await openPaymentsAlone({
      ...{ config, database, clock: systemClock, log },
    })
    try {
      console.log(told(await payments.billingRun.run(stopping.signal)))
    } finally {
      await close()
    }
  } finally {
    await database.close()
  }
})

/** Issues the held bills of one product. Errors: an `Error` if it is not exactly one. */
async function catchUp(
  database: Database,
  config: Config,
  asked: { policyNumber: string; client: string | undefined },
): Promise<string> {
  const { policyNumber } = asked
  const brands = brandsOf(database, config, systemClock)
  const place = { database, config, clock: systemClock, err: console.error }
  return await withAccountSystem(place, async ({ billing }) => {
    if (!billing.heldBills || !billing.catchUp) {
      throw new Error("The account system issues its own bills.")
    }
    const clients: string[] = []
    for (const one of await brands.customerClients()) {
      if (asked.client !== undefined && asked.client !== one) continue
      const held = await billing.heldBills(one, (await brands.todayOf(one)).toString())
      if (held.some((bill) => bill.policyNumber === policyNumber)) clients.push(one)
    }
    const [client] = clients
    if (client === undefined) throw new Error(`No bill of ${policyNumber} is held.`)
    if (clients.length > 1) {
      throw new Error(
        `Several clients have ${policyNumber}: ${clients.join(", ")}. Name one with --client.`,
      )
    }
    const today = (await brands.todayOf(client)).toString()
    return `billsIssued: ${await billing.catchUp(client, policyNumber, today)}`
  })
}

function told(report: object | undefined): string {
  if (!report) return "No client is loaded."
  return Object.entries(report)
    .map(([what, count]) => `${what}: ${count}`)
    .join("\n")
}
