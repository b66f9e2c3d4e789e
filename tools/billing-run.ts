// Does the day's billing now, with the settings of the server: npm run billing-run. Any number of
// runs may overlap, with the server's own too. SIGTERM and SIGINT stop it between two products; the
// next run continues.

import { refuseMissing } from "#server/commands/run-operator-command.ts"
import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { readConfig } from "#server/config/config.ts"
import { startServer } from "#server/main.ts"
import { openMigratedDatabase } from "#server/migrated-database.ts"
import { noPages } from "#server/page/web.ts"

// Without a mail server the emails wait for a process that has one.
const nowhere = "smtp://127.0.0.1:1"

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
    const smtpUrl = config.smtpUrl ?? nowhere
    // The log tells of problems alone, apart from the result.
    const logLevel = config.logLevel === "info" ? "warn" : config.logLevel
    const own = { port: 0, listenOn: "127.0.0.1", billingRun: false, smtpUrl, logLevel }
    const server = await startServer({
      config: { ...config, ...own },
      database,
      web: noPages,
      logTo: process.stderr,
    })
    try {
      console.log(told(await server.billingRun(stopping.signal)))
    } finally {
      await server.close()
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
