import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { isSigned, signatureHeader, signatureOf } from "#ports/payment-gateway/sandbox/signature.ts"
import { startReportRelay } from "./report-relay.ts"

test("a report arrives with a new signature, although its server is killed during an answer and unavailable before that", async (t) => {
  const secret = "a secret of this test"
  const heard: [string, boolean][] = []
  let tries = 0
  const server = createServer((request, response) => {
    tries += 1
    if (tries === 1) return request.socket.destroy()
    response.writeHead(200, { "content-length": 10 })
    if (tries < 5) return void response.write("half", () => request.socket.destroy())
    const signature = String(request.headers[signatureHeader])
    request.setEncoding("utf8").on("data", (text: string) => {
      heard.push([text, isSigned(secret, text, signature, Date.now())])
    })
    response.end("0123456789")
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  t.after(() => server.close())
  const relay = await startReportRelay({ below: (limit) => limit - 1 })
  t.after(() => relay.close())
  relay.passTo([(server.address() as AddressInfo).port], secret)
  const old = { [signatureHeader]: signatureOf(secret, "a report", 0) }
  const answer = await fetch(relay.address, { method: "POST", headers: old, body: "a report" })
  assert.equal(answer.status, 204)
  while (relay.sent() === 0) await sleep(5)
  assert.deepEqual([heard, relay.waiting(), tries], [[["a report", true]], 0, 5])
})
