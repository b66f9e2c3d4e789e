import { setTimeout as sleep } from "node:timers/promises"
import { openDatabase } from "#database/open.ts"
import type { WorldPeople } from "../world/fill.ts"
import { startWorld } from "../world/world.ts"
import { type Balancer, startBalancer } from "./balancer.ts"
import { createServers } from "./servers.ts"

/**
 * Opens an installation whose servers are replaced one by one behind a balancer, with a mail server
 * and a gateway. `owner` is the URL of its database for the role that owns the tables; `people` are
 * added to it.
 */
export async function openInstallation(owner: string, people?: WorldPeople) {
  await using stack = new AsyncDisposableStack()
  const balancer = stack.adopt(await startBalancer(), (one) => one.close())
  const world = stack.use(
    await startWorld({
      databaseUrl: owner,
      servers: 0,
      ...(people && { people }),
      settings: {
        SITE_ADDRESS: `http://{host}:${balancer.port}`,
        TRUST_PROXY: "127.0.0.1",
        SHUTDOWN_DELAY: "2",
        PAYMENT_GATEWAY_TIMEOUT: "15",
      },
    }),
  )
  const database = stack.adopt(await openDatabase({ url: owner }), (one) => one.close())
  // The calling part runs the migrations.
  const { MIGRATE_DATABASE_URL: _, ...settings } = world.settings
  const servers = createServers(balancer, settings)
  stack.defer(servers.stop)
  const started = stack.move()
  return {
    ...{ world, database, balancer, settings, servers },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

/** Waits until the balancer has answered more requests. */
export async function more(balancer: Balancer): Promise<void> {
  const from = balancer.answered()
  while (balancer.answered() < from + 40) await sleep(50)
}

/** How often each request failed, without the server's port. */
export function counted(failed: readonly string[]): [string, number][] {
  const groups = Map.groupBy(failed, (line) => line.replace(/ at \d+/, ""))
  return Array.from(groups, ([what, lines]) => [what, lines.length])
}

export const seconds = (from: number) => `${((performance.now() - from) / 1000).toFixed(1)} s`
