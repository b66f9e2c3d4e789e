import assert from "node:assert/strict"
import { test } from "node:test"
import Fastify from "fastify"
import { handleErrors } from "#server/calls/errors.ts"
import { serveMetrics } from "./metrics.ts"

function appWith(token: string | null | undefined) {
  const app = Fastify()
  handleErrors(app, {
    localize: async (_, messageId) => ({ type: "ERROR", content: [], messageId }),
    siteAt: async () => undefined,
    plannedEndTextOf: async () => undefined,
    phoneNumberOf: async () => "",
    lastSiteAt: () => undefined,
    onTooMany: () => undefined,
  })
  serveMetrics(app, { token })
  app.get("/documents/:id", async () => "")
  return app
}

test("calls are counted by route, and no address appears", async () => {
  const app = appWith(undefined)
  await app.inject("/documents/4003120956?access=secret")
  const { body, headers } = await app.inject("/metrics")
  assert.match(String(headers["content-type"]), /^text\/plain/)
  assert.match(
    body,
    /duration_seconds_count\{method="GET",route="\/documents\/:id",status="200"\} 1/,
  )
  assert.match(body, /^process_cpu_seconds_total \d/m)
  assert.doesNotMatch(body, /4003120956|secret/)
})

test("metrics need the token if one is set, and are closed if none is allowed", async () => {
  const guarded = appWith("let-me-read")
  const statusOf = async (app: typeof guarded, authorization: string) =>
    (await app.inject({ url: "/metrics", headers: { authorization } })).statusCode
  assert.equal(await statusOf(guarded, "Bearer let-me-read"), 200)
  for (const other of ["", "Bearer", "Bearer let-me-rea", "Bearer let-me-read2", "let-me-read"]) {
    assert.equal(await statusOf(guarded, other), 404, other)
  }
  assert.equal(await statusOf(appWith(null), "Bearer let-me-read"), 404)
})
