import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { signatureHeader, signatureOf } from "#ports/payment-gateway/sandbox/signature.ts"

/**
 * Relays reports from the gateway to the servers in random order, some of them twice, each to any
 * of the servers until one acknowledges it. Servers may be killed in the meantime. Like a gateway,
 * it signs a report each time: a signature is only valid for some minutes, and reports can wait
 * longer.
 */
export async function startReportRelay(random: { below(limit: number): number }) {
  const waiting: string[] = []
  /** By report, the status of the last answer that was no acknowledgment. */
  const failed = new Map<string, number>()
  const refused: string[] = []
  let ports: readonly number[] = []
  let secret = ""
  let isOver = false
  let sent = 0

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const report = Buffer.concat(chunks).toString()
      waiting.push(report)
      if (random.below(4) === 0) waiting.push(report)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))

  async function passOn() {
    while (!isOver) {
      const [report] = waiting.splice(random.below(Math.max(1, waiting.length)), 1)
      if (report !== undefined) await deliver(report)
      else await sleep(20)
    }
  }

  async function deliver(body: string) {
    const port = ports[random.below(ports.length)]
    const address = `http://127.0.0.1:${port}/gateway-reports/sandbox`
    const signed = { [signatureHeader]: signatureOf(secret, body, Date.now()) }
    const headers = { "content-type": "application/json", ...signed }
    const signal = AbortSignal.timeout(10_000)
    const status = await fetch(address, { method: "POST", headers, body, signal })
      .then(async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      })
      // The server was killed before or during its answer.
      .catch(() => 503)
    if (status < 300) sent += 1
    else if (status < 500) refused.push(`a report was refused with ${status}: ${body}`)
    else {
      failed.set(body, status)
      waiting.push(body)
      await sleep(20)
    }
  }

  const passing = [passOn(), passOn(), passOn()]
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The number of reports that the servers acknowledged. */
    sent: () => sent,
    waiting: () => waiting.length,
    /** One line for each report that waits, with the last status that a server answered. */
    waitingLines: (): readonly string[] =>
      waiting.map((body) => `a report still waits after status ${failed.get(body)}: ${body}`),
    /** One line for each report that a server refused. */
    refused: (): readonly string[] => refused,
    passTo(servers: readonly number[], gatewaySecret: string) {
      ports = servers
      secret = gatewaySecret
    },
    async close() {
      isOver = true
      await Promise.all(passing)
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
