import { freePort } from "../free-port.ts"
import { load, type MeasuredCall } from "./load.ts"
import type { Portal } from "./portal.ts"
import { end, startScript, untilReady } from "./processes.ts"
import { type Finding, median } from "./report.ts"

const rounds = 9
const connections = 16

/**
 * Compares a call of ours that reads only the session with better-auth behind Fastify, which reads
 * a session from the same PostgreSQL; the two alternate. `dashboard` is a call of a signed-in
 * person.
 */
export async function sessionRead(portal: Portal, dashboard: MeasuredCall): Promise<Finding[]> {
  await using stack = new AsyncDisposableStack()
  const port = await freePort()
  const peer = startScript("tools/bench/peer-server.ts", {
    DATABASE_URL: portal.databaseUrl,
    SECRET_KEY: portal.secretKey,
    PORT: String(port),
    NODE_ENV: "production",
  })
  stack.defer(() => end(peer))
  const address = `http://127.0.0.1:${port}`
  await untilReady(peer, `${address}/ready`)
  const cookie = await (await fetch(`${address}/cookie`)).text()
  const { "content-type": _, ...headers } = dashboard.headers
  const calls = {
    ours: { what: "", path: "/myaccount-core/paymentGateway", headers, body: "" },
    theirs: { what: "", path: "/session", headers: { cookie }, body: "" },
  }
  const speed = {
    ours: async () => (await load(portal.port, calls.ours, connections)).requestsASecond,
    theirs: async () => (await load(port, calls.theirs, connections)).requestsASecond,
  }
  await Promise.all([speed.ours(), speed.theirs()])
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await speed.ours())
    theirs.push(await speed.theirs())
  }
  const ratios = ours.map((one, round) => one / (theirs[round] ?? Number.NaN))
  const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  return [
    {
      what: "Session read, as a multiple of better-auth 1.7.5 with Fastify",
      value: median(ratios).toFixed(2),
      bound: `${rounds} rounds, ${range}; ${median(ours).toFixed(0)} and ${median(theirs).toFixed(0)} a second`,
    },
  ]
}
