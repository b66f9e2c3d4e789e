import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { startReportRelay } from "./report-relay.ts"

test("a report arrives, although the server is killed in the middle of an answer and away before that", async (t) => {
  const heard: string[] = []
  let tries = 0
  const server = createServer((request, response) => {
    tries += 1
    if (tries === 1) return request.socket.destroy()
    response.writeHead(200, { "content-length": 10 })
    if (tries < 5) return void response.write("half", () => request.socket.destroy())
    request.setEncoding("utf8").on("data", (text: string) => heard.push(text))
    response.end("0123456789")
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  t.after(() => server.close())
  const relay = await startReportRelay({ below: (limit) => limit - 1 })
  t.after(() => relay.close())
  relay.passTo([(server.address() as AddressInfo).port])
  const answer = await fetch(relay.address, { method: "POST", body: "a report" })
  assert.equal(answer.status, 204)
  while (relay.sent() === 0) await sleep(5)
  assert.deepEqual([heard, relay.waiting(), tries], [["a report"], 0, 5])
})
