// Runs a server without pages in a separate process that a part of `npm run prove` kills or stops.
// Like server/main.ts, it waits for its database and ends on a signal:
//   PORT=… DATABASE_URL=… node tools/prove/world/server.ts [<times>]
// Its clock runs <times> as fast as the machine's, so that waits of minutes take seconds.

import type { Clock } from "#platform/clock.ts"
import { readConfig } from "#server/config/config.ts"
import { startServer } from "#server/main.ts"
import { noPages } from "#server/page/web.ts"
import { runServer } from "#server/run.ts"

const times = Number(process.argv[2] ?? 1)
const config = readConfig(process.env)
const clock = fastClock()
await runServer(config, (database) =>
  startServer({
    ...{ config, database, clock, web: noPages },
    // The database uses the fast clock, too.
    databaseTime: async () => clock.now(),
  }),
)
process.send?.("ready")
// The server ends when the part that started it ends.
process.on("disconnect", () => process.exit())

/**
 * A clock that all processes of a part start at the same moment, given in an environment variable.
 */
function fastClock(): Clock {
  const start = Number(process.env.PROOF_STARTED_AT ?? 0)
  const now = () => new Date(start + (Date.now() - start) * times)
  return { now }
}
