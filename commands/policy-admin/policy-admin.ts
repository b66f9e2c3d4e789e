// The embedded account system as a server of its own, with the demo's people: npm run my-account -- policy-admin

import { once } from "node:events"
import { join } from "node:path"
import { systemClock } from "#platform/clock.ts"
import {
  portOption,
  readCommandLine,
  runCommandLine,
  UsageError,
} from "#server/config/command-line.ts"
import { readConfig } from "#server/config/config.ts"
import { openMigratedDatabase } from "#server/migrated-database.ts"
import { loadDemoPeople } from "./demo-people.ts"
import { startServedPolicyAdmin } from "./served.ts"
import { trialToken } from "./trial-token.ts"

const command = {
  usage: `npm run my-account -- policy-admin [--token <token>] [--port <port>]
Serves the embedded account system over HTTP, with the demo's people, until Ctrl-C; docs/connect.md explains it.
  --token <token>  the bearer token that callers send, at least 8 characters; made and kept without it
  --port <port>    where it listens, 3300 by default
Exit codes: 0 stopped; 1 it failed, with the reason; 2 a mistyped command, or no database.`,
  options: { port: { type: "string" }, token: { type: "string" } },
} as const

await runCommandLine(command, async () => {
  const { port, token: given } = readCommandLine(command).values
  const token = given ?? trialToken(process.env)
  if (!/^[\x21-\x7e]{8,200}$/.test(token)) {
    throw new UsageError("--token must have at least 8 characters, and no spaces.")
  }
  const config = readConfig(ownSettings(process.env))
  const database = await openMigratedDatabase(config)
  try {
    if (await loadDemoPeople(database, systemClock)) console.log("Loaded the people of the demo.")
    const listen = { port: portOption(port, 3300), host: config.listenOn, token }
    const served = await startServedPolicyAdmin({ database, logLevel: config.logLevel, ...listen })
    console.log(`The account system answers at ${served.url}. Start My Account with it:

  POLICY_ADMIN_URL=${served.url}${given === undefined ? "" : " POLICY_ADMIN_TOKEN=…"} npm start

Ctrl-C ends it; the data stay.`)
    await Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal)))
    await served.close()
  } finally {
    await database.close()
  }
})

/**
 * Its data are a folder of their own, or DATABASE_URL. It is the account system, so settings that
 * connect to one do not concern it.
 */
function ownSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others = Object.entries(env).filter(([name]) => !name.startsWith("POLICY_ADMIN_"))
  return { ...Object.fromEntries(others), DATA_DIR: join(env.DATA_DIR ?? ".data", "policy-admin") }
}
