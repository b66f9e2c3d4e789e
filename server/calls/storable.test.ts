import assert from "node:assert/strict"
import { test } from "node:test"
import Fastify from "fastify"
import type { Endpoint } from "#contracts/endpoint.ts"
import { endpoints } from "#contracts/endpoints.ts"
import { ApiError } from "#contracts/messages.ts"
import { unstorablePlaces } from "#contracts/storable-text.ts"
import type { GatewayReport, PaymentGateway } from "#ports/payment-gateway/port.ts"
import { filledCall } from "#testing/filled-call.ts"
import { serveGatewayReports } from "./gateway-reports.ts"
import { parsed } from "./mount.ts"

const unstorable = ["\0", "x\0y", "\ud800", "x\udfff"]

interface Text {
  place: string
  replaced: (text: string) => unknown
}

/** Each text in a value, with a copy of the value in which another text replaces it. */
function textsOf(value: unknown): Text[] {
  if (typeof value === "string") return [{ place: "", replaced: (text) => text }]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    textsOf(inner).map(({ place, replaced }) => ({
      place: place === "" ? name : `${name}.${place}`,
      replaced: (text) =>
        Array.isArray(value)
          ? value.with(Number(name), replaced(text))
          : { ...value, [name]: replaced(text) },
    })),
  )
}

test("any text of any call with a character that the database cannot store is refused, with its place", () => {
  let texts = 0
  for (const [key, row] of Object.entries(endpoints) as [string, Endpoint][]) {
    const filled = filledCall(row, () => undefined)
    for (const part of ["body", "params", "query"] as const) {
      for (const { place, replaced } of textsOf(filled[part])) {
        texts += 1
        for (const text of unstorable) {
          assert.throws(
            () => parsed(row[part], replaced(text)),
            (error) =>
              error instanceof ApiError &&
              error.messageId === "request.invalid" &&
              String(error.values.fields).split(", ").includes(place),
            `${key}: ${place}`,
          )
        }
      }
    }
  }
  assert.ok(texts > 300, String(texts))
})

test("names of fields, deep values and single values are checked, and values that are not text are ignored", () => {
  let deep: unknown = "\0"
  for (let depth = 0; depth < 20_000; depth += 1) deep = [deep]
  assert.deepEqual(
    unstorablePlaces(deep).map(({ length }) => length),
    [200],
  )
  assert.equal(unstorablePlaces(Array.from({ length: 50_000 }, () => "\0")).length, 10)
  assert.deepEqual(unstorablePlaces("\0"), ["body"])
  assert.deepEqual(unstorablePlaces({ a: { "\0": 1, b: "\ud800" }, c: ["ok", "\0"] }), [
    "a",
    "a.b",
    "c.1",
  ])
  const others = [null, undefined, 0, new Date(), Buffer.from("\0"), { a: "😀\u0001" }]
  assert.deepEqual(unstorablePlaces(others), [])
})

test("a gateway report with an unstorable character is refused with its place and changes nothing", async (t) => {
  const app = Fastify()
  t.after(() => app.close())
  const taken: unknown[] = []
  const readReport = async (_headers: unknown, body: Buffer) =>
    JSON.parse(body.toString("utf8")) as GatewayReport
  serveGatewayReports(app, {
    gateways: [{ name: "sandbox", readReport } as unknown as PaymentGateway],
    report: async (report) => void taken.push(report),
  })
  const send = async (payload: object) =>
    await app.inject({ method: "POST", url: "/gateway-reports/sandbox", payload })
  for (const text of unstorable) {
    const refused = await send({ key: "1", reference: text })
    assert.deepEqual([refused.statusCode, refused.json()], [400, { fields: "reference" }])
  }
  assert.deepEqual(taken, [])
  assert.equal((await send({ key: "1", reference: "ch_1" })).statusCode, 204)
  assert.equal(taken.length, 1)
})
