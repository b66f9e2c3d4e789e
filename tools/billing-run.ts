// Does the day's billing now, with the settings of the server: npm run billing-run. Any number of
// runs may overlap, with the server's own too. SIGTERM and SIGINT stop it between two products; the
// next run continues.

import Fastify from "fastify"
import { systemClock } from "#platform/clock.ts"
import { serializers } from "#platform/http/log.ts"
import { refuseMissing } from "#server/commands/run-operator-command.ts"
import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { readConfig } from "#server/config/config.ts"
import { openMigratedDatabase } from "#server/migrated-database.ts"
import { openPaymentsAlone } from "#server/payments-alone.ts"

const command = {
  usage: `npm run billing-run
Runs the daily billing now, once, and ends; docs/operating.md says when that is needed.
Exit codes: 0 done; 1 it failed or was stopped, and the next run continues it; 2 a mistyped command, or no database.`,
}

await runCommandLine(command, async () => {
  readCommandLine(command)
  const stopping = new AbortController()
  const stop = () =>
    stopping.abort(new Error("The billing was stopped. The next run continues it."))
  process.once("SIGTERM", stop).once("SIGINT", stop)
  const config = readConfig(process.env)
  refuseMissing(config)
  const database = await openMigratedDatabase(config)
  try {
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

function told(report: object | undefined): string {
  if (!report) return "No client is loaded."
  return Object.entries(report)
    .map(([what, count]) => `${what}: ${count}`)
    .join("\n")
}
