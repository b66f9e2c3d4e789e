import assert from "node:assert/strict"
import { test } from "node:test"
import Fastify from "fastify"
import { callLog, keepCallContext, outgoingTrace } from "./call-context.ts"

const trace = "0af7651916cd43dd8448eb211c80319c"

test("CONTRACT-10 requests to other systems contain the id and the trace of the call", async () => {
  const app = Fastify({ genReqId: () => "a1b2c3" })
  keepCallContext(app)
  app.get("/", async () => {
    await Promise.resolve()
    return [outgoingTrace(), outgoingTrace()]
  })
  async function ask(traceparent?: string) {
    const headers = traceparent === undefined ? {} : { traceparent }
    return (await app.inject({ url: "/", headers })).json<ReturnType<typeof outgoingTrace>[]>()
  }
  const sent = await ask(`00-${trace}-b7ad6b7169203331-01`)
  for (const headers of sent) {
    assert.equal(headers["x-request-id"], "a1b2c3")
    assert.match(headers.traceparent, new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`))
  }
  assert.notEqual(sent[0]?.traceparent, sent[1]?.traceparent, "each request is a step of its own")
  for (const forged of [
    undefined,
    `00-${trace}-b7ad6b7169203331-01, x`,
    `00-${"0".repeat(32)}-1-01`,
  ]) {
    const [own] = await ask(forged)
    assert.match(own?.traceparent ?? "", /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    assert.ok(!own?.traceparent.includes(trace))
  }
  assert.notEqual(outgoingTrace()["x-request-id"], "a1b2c3", "work outside of calls has its own")
  await app.close()
})

test("WATCH-05 log lines of services contain the call's id, trace and route, and none outside of calls", async () => {
  const app = Fastify({ genReqId: () => "a1b2c3" })
  keepCallContext(app)
  const lines: [object, string][] = []
  const write = (data: object, text: string) => void lines.push([data, text])
  const log = callLog({ info: write, warn: write, error: write })
  app.get("/documents/:id", async () => {
    await Promise.resolve()
    log.warn({ kind: "slow" }, "Slow.")
    return ""
  })
  const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01` }
  await app.inject({ url: "/documents/4003120956", headers })
  log.info({ job: "email delivery" }, "Done.")
  assert.deepEqual(lines, [
    [{ reqId: "a1b2c3", traceId: trace, route: "/documents/:id", kind: "slow" }, "Slow."],
    [{ job: "email delivery" }, "Done."],
  ])
  await app.close()
})
