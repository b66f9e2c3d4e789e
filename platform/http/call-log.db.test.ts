import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { logLines } from "#testing/log-lines.ts"
import { sendHttp } from "#testing/send-http.ts"

interface Queue {
  reqId?: string
  traceId?: string
  route?: string
  msg: string
}

const trace = "0af7651916cd43dd8448eb211c80319c"
const lines: Queue[] = []
let app: TestApp

before(async () => {
  app = await startTestApp({ logTo: logLines((line) => lines.push(JSON.parse(line))) })
})

after(() => app.close())

async function ask(path: string, traceparent?: string) {
  const { headers } = await sendHttp(app.port, "harbor.localhost", {
    ...{ method: "GET", path },
    headers: { traceparent },
  })
  const reqId = headers["x-request-id"]
  const ofCall = () => lines.filter((line) => line.reqId === reqId)
  while (!ofCall().some(({ msg }) => msg === "request completed")) await setImmediatePassed()
  return ofCall()
}

const setImmediatePassed = () => new Promise((resolve) => setImmediate(resolve))

test("WATCH-05 each line of a call has its request id, its route and the trace of its caller", async () => {
  const path = "/appcontent/clientAttributes"
  const own = await ask(path, `00-${trace}-b7ad6b7169203331-01`)
  assert.ok(own.length >= 2)
  for (const line of own) assert.equal(line.traceId, trace)
  assert.equal(own.at(-1)?.route, path)
})

test("WATCH-05 a trace that is malformed or absent is replaced by a new one", async () => {
  const wrong = [
    undefined,
    "",
    `00-${"0".repeat(32)}-b7ad6b7169203331-01`,
    `00-${trace}-${"0".repeat(16)}-01`,
    `ff-${trace}-b7ad6b7169203331-01`,
    `00-${trace.toUpperCase()}-b7ad6b7169203331-01`,
    `00-${trace}-b7ad6b7169203331-01", "forged": "1`,
  ]
  const seen = new Set<string | undefined>()
  for (const traceparent of wrong) {
    const [line] = await ask("/nowhere/at-all", traceparent)
    assert.match(line?.traceId ?? "", /^[0-9a-f]{32}$/)
    assert.notEqual(line?.traceId, trace)
    seen.add(line?.traceId)
  }
  assert.equal(seen.size, wrong.length, "each has one of its own")
})
