// A server of its own process, without pages, for a proof that kills or stops it. It waits for its
// database, and ends with a signal, as server/main.ts does:
//   PORT=… DATABASE_URL=… node tools/prove/server.ts [<times>]
// Its clock runs <times> as fast as the machine's, so that waits that are minutes are seconds.

import type { Clock } from "#platform/clock.ts"
import { readConfig } from "#server/config/config.ts"
import { startServer } from "#server/main.ts"
import { noPages } from "#server/page/web.ts"
import { runServer } from "#server/run.ts"

const times = Number(process.argv[2] ?? 1)
const config = readConfig(process.env)
await runServer(config, (database) =>
  startServer({ config, database, clock: fastClock(), web: noPages }),
)
process.send?.("ready")
// Nothing is left running when the proof itself is ended.
process.on("disconnect", () => process.exit())

/** All processes of a proof begin it at the same moment, which the environment tells. */
function fastClock(): Clock {
  const start = Number(process.env.PROOF_STARTED_AT)
  const now = () => new Date(start + (Date.now() - start) * times)
  return { now, today: () => Temporal.Now.plainDateISO() }
}
