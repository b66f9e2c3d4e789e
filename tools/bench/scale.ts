import { availableParallelism } from "node:os"
import { createEmailReader } from "#testing/mail-reader.ts"
import { startMailbox } from "../mailbox/mailbox.ts"
import { host } from "../prove/world/names.ts"
import { addMeasuredProducts, measuredCalls } from "./calls.ts"
import { load, type MeasuredCall } from "./load.ts"
import { sessionRead } from "./peer.ts"
import { startPortal } from "./portal.ts"
import { cpuMilliseconds } from "./processes.ts"
import { type Finding, median } from "./report.ts"

const counts = [1, 2, 4]
const rounds = 5
const connections = 32

interface Run {
  requestsASecond: number
  /** The parts of all processors' time that the servers and the load generator used. */
  servers: number
  generator: number
}

/**
 * Measures the dashboard calls per second of one, two and four servers on one PostgreSQL,
 * alternating. They share the machine with PostgreSQL and the load generator, so the shares of its
 * processors show what a number means.
 */
export async function scale(): Promise<Finding[]> {
  await using stack = new AsyncDisposableStack()
  const mailbox = await startMailbox({ httpPort: 0 })
  stack.defer(() => mailbox.close())
  const { smtpUrl } = mailbox
  const portal = stack.use(await startPortal({ smtpUrl, fill: addMeasuredProducts }))
  const servers = [portal, ...(await Promise.all([1, 2, 3].map(() => portal.another())))]
  const [dashboard] = await measuredCalls(host, portal.port, createEmailReader(mailbox).readCode)
  if (!dashboard) throw new Error("No call can be measured.")
  for (const { port } of servers) await load(port, dashboard, connections)
  const runs = new Map(counts.map((count) => [count, [] as Run[]]))
  for (let round = 0; round < rounds; round += 1) {
    for (const count of counts) {
      runs.get(count)?.push(await measured(servers.slice(0, count), dashboard))
    }
  }
  const alone = median((runs.get(1) ?? []).map((run) => run.requestsASecond))
  const findings = [...runs].map(([count, all]) => findingOf(count, all, alone))
  return [...findings, ...(await sessionRead(portal, dashboard))]
}

async function measured(
  servers: readonly { port: number; process: { pid?: number } }[],
  call: MeasuredCall,
): Promise<Run> {
  const spent = () =>
    servers.reduce((sum, { process }) => sum + cpuMilliseconds(process.pid ?? 0), 0)
  const [before, start] = [spent(), performance.now()]
  const each = Math.round(connections / servers.length)
  const loads = await Promise.all(servers.map(({ port }) => load(port, call, each)))
  const all = (performance.now() - start) * availableParallelism()
  return {
    requestsASecond: loads.reduce((sum, one) => sum + one.requestsASecond, 0),
    servers: (spent() - before) / all,
    generator: loads.reduce((sum, one) => sum + one.cpuMilliseconds, 0) / all,
  }
}

function findingOf(count: number, runs: readonly Run[], alone: number): Finding {
  const speeds = runs.map((run) => run.requestsASecond)
  const part = (of: (run: Run) => number) => `${(median(runs.map(of)) * 100).toFixed(0)} %`
  const range = `${Math.min(...speeds).toFixed(0)} to ${Math.max(...speeds).toFixed(0)}`
  return {
    what: `Dashboard calls a second, ${count} server${count === 1 ? "" : "s"}`,
    value: median(speeds).toFixed(0),
    bound: `${(median(speeds) / alone).toFixed(2)} of one server; ${rounds} rounds, ${range}; of ${availableParallelism()} processors the servers took ${part((run) => run.servers)}, the load generator ${part((run) => run.generator)}`,
  }
}
