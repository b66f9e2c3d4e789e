import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

interface Report {
  headers: Record<string, string>
  body: string
}

/**
 * Stands between the gateway and the servers: passes reports on in random order, some of them twice,
 * each to any of the servers until one acknowledges it. Servers may be killed meanwhile.
 */
export async function startReportRelay(random: { below(limit: number): number }) {
  const waiting: Report[] = []
  let ports: readonly number[] = []
  let isOver = false
  let sent = 0

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { "content-type": type = "", ...all } = request.headers as Record<string, string>
      const signed = Object.entries(all).filter(([name]) => name.startsWith("sandbox-"))
      const headers = { "content-type": type, ...Object.fromEntries(signed) }
      const report = { headers, body: Buffer.concat(chunks).toString() }
      waiting.push(report)
      if (random.below(4) === 0) waiting.push(report)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))

  async function passOn() {
    while (!isOver) {
      const [report] = waiting.splice(random.below(Math.max(1, waiting.length)), 1)
      if (report) await deliver(report)
      else await sleep(20)
    }
  }

  async function deliver(report: Report) {
    const port = ports[random.below(ports.length)]
    const address = `http://127.0.0.1:${port}/gateway-reports/sandbox`
    const signal = AbortSignal.timeout(10_000)
    const isHeard = await fetch(address, { method: "POST", ...report, signal })
      .then(async (answer) => {
        await answer.arrayBuffer()
        return answer.ok
      })
      // The server was killed before or while it answered.
      .catch(() => false)
    if (isHeard) sent += 1
    else {
      waiting.push(report)
      await sleep(20)
    }
  }

  const passing = [passOn(), passOn(), passOn()]
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The number of reports that the servers acknowledged. */
    sent: () => sent,
    waiting: () => waiting.length,
    passTo(servers: readonly number[]) {
      ports = servers
    },
    async close() {
      isOver = true
      await Promise.all(passing)
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
