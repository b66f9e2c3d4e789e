import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { sql } from "#database/sql.ts"
import { defaultDays, retainedSince } from "#platform/jobs/retention.ts"
import { createCspReports } from "#services/brands/csp-reports.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { logLines } from "#testing/log-lines.ts"
import { sendHttp } from "#testing/send-http.ts"

let app: TestApp
let logged: string[]

beforeEach(async () => {
  logged = []
  app = await startTestApp({ logTo: logLines((line) => logged.push(line)) })
})

afterEach(() => app.close())

const host = "harbor.localhost"

async function send(body: unknown, type = "application/reports+json") {
  const headers = { "content-type": type }
  const sent = { method: "POST", path: "/csp-reports", headers, body: JSON.stringify(body) }
  return await sendHttp(app.port, host, sent)
}

function violation(change: object = {}) {
  return {
    type: "csp-violation",
    url: "https://harbor.localhost/payment-center/pay-now",
    body: {
      effectiveDirective: "script-src-elem",
      blockedURL: "https://evil.example.com/skim.js?card=4000000000000002",
      documentURL: "https://harbor.localhost/payment-center/pay-now?secret=1#x",
      sourceFile: "https://tools.example.com/a/b.js?id=7",
      disposition: "enforce",
      sample: "let person = 'Maria'",
      ...change,
    },
  }
}

async function kept() {
  return await app.database.rows<Record<string, unknown>>(
    sql`select client, directive, blocked, document, source, disposition, reports::integer
      from appcontent.csp_report order by 1, 2, 3, 4, 5`,
  )
}

test("SCRIPT-13 browser reports are stored without query, id and content, and counted", async () => {
  assert.equal((await send([violation(), violation()])).status, 204)
  const old = {
    "csp-report": {
      "violated-directive": "connect-src 'self'",
      "blocked-uri": "wss://evil.example.com/socket",
      "document-uri": "https://harbor.localhost/reset-password/very-secret",
      disposition: "report",
    },
  }
  assert.equal((await send(old, "application/csp-report")).status, 204)
  assert.deepEqual(await kept(), [
    {
      client: "harbor",
      directive: "connect-src",
      blocked: "wss://evil.example.com",
      document: "/reset-password/:token",
      source: "none",
      disposition: "report",
      reports: 1,
    },
    {
      client: "harbor",
      directive: "script-src-elem",
      blocked: "https://evil.example.com",
      document: "/payment-center/pay-now",
      source: "https://tools.example.com",
      disposition: "enforce",
      reports: 2,
    },
  ])
  const metrics = (await app.browser().get(host, "/metrics")).text
  assert.match(
    metrics,
    /csp_reports_total{directive="script-src-elem",disposition="enforce",kept="new"} 1/,
  )
  assert.match(
    metrics,
    /csp_reports_total{directive="script-src-elem",disposition="enforce",kept="counted"} 1/,
  )
  const warnings = logged.filter((line) => line.includes("was refused something new"))
  assert.equal(warnings.length, 1)
  assert.doesNotMatch(logged.join(""), /very-secret|4000000000000002|Maria|skim/)
})

test("SCRIPT-13 a report from any sender is reduced to words of fixed lists", async () => {
  const strange = violation({
    effectiveDirective: "'; drop table",
    blockedURL: `https://${"a".repeat(300)}.example.com/`,
    documentURL: "javascript:alert(1)",
    sourceFile: "chrome-extension://abcdef/x.js",
    disposition: { $ne: 1 },
  })
  assert.equal(
    (await send([strange, null, 7, { type: "crash" }, { type: "csp-violation" }])).status,
    204,
  )
  const other = (await kept()).filter(({ directive }) => directive === "other")
  assert.deepEqual(other, [
    {
      client: "harbor",
      directive: "other",
      blocked: "other",
      document: "other",
      source: "other",
      disposition: "enforce",
      reports: 1,
    },
  ])
})

test("SCRIPT-13 a body in neither format, or a too large one, is refused", async () => {
  assert.equal((await send({ a: 1 })).status, 400)
  assert.equal((await send([violation()], "application/json")).status, 400)
  assert.equal((await send("x".repeat(60_000))).status, 413)
  const elsewhere = { method: "POST", path: "/csp-reports", headers: {}, body: "[]" }
  assert.notEqual((await sendHttp(app.port, "nobody.localhost", elsewhere)).status, 204)
})

test("SCRIPT-14 a flood of reports stores at most 500 rows for a client, and each address has a limit", async () => {
  assert.equal((await send([violation()])).status, 204)
  const { keep } = createCspReports({ database: app.database, clock: app.clock })
  const site = { client: "wayfarer", isCustomerSite: true }
  const outcomes: string[] = []
  for (let n = 0; n < 510; n += 1) {
    const sent = { directive: "img-src", blocked: `https://n${n}.example.com`, document: "" }
    outcomes.push((await keep(site, { ...sent, source: "", disposition: "" })).kept)
  }
  assert.equal(outcomes.filter((kept) => kept === "new").length, 500)
  assert.equal(outcomes.filter((kept) => kept === "dropped").length, 10)
  const again = { directive: "img-src", blocked: "https://n1.example.com", document: "" }
  assert.equal((await keep(site, { ...again, source: "", disposition: "" })).kept, "counted")
  const others = await app.database.rows(
    sql`select 1 from appcontent.csp_report where client = 'harbor'`,
  )
  assert.equal(others.length, 1)

  const statuses = new Set<number>()
  for (let n = 0; n < 110; n += 1) statuses.add((await send([])).status)
  assert.deepEqual([...statuses].sort(), [204, 429])
})

test("SCRIPT-15 reports are deleted 90 days after the last one of their kind", async () => {
  assert.equal((await send([violation()])).status, 204)
  const reports = createCspReports({ database: app.database, clock: app.clock })
  const forgetOld = async () =>
    await reports.forgetOld(retainedSince(defaultDays, app.clock.now()).pageReports)
  await forgetOld()
  assert.ok((await kept()).length > 0)
  app.clock.advance({ hours: 91 * 24 })
  await forgetOld()
  assert.deepEqual(await kept(), [])
})

test("SCRIPT-13 values that are not text are stored as other, and other reports in the same body are still stored", async () => {
  const poison = { toString: 1, valueOf: 1 }
  for (const value of [poison, [[poison]], [], 5, true, null, { a: "script-src" }]) {
    const names = [
      "effective-directive",
      "blocked-uri",
      "document-uri",
      "source-file",
      "disposition",
    ]
    for (const name of names) {
      const sent = { "csp-report": { "effective-directive": "script-src", [name]: value } }
      assert.equal((await send(sent, "application/csp-report")).status, 204, name)
    }
    const fields = Object.keys(violation().body)
    const reports = fields.map((field) => violation({ [field]: value }))
    await app.database.rows(sql`delete from appcontent.csp_report`)
    app.clock.advance({ minutes: 11 })
    const batch = [...reports, { type: "csp-violation", body: poison }, poison, violation()]
    assert.equal((await send(batch)).status, 204)
    const whole = (await kept()).filter(({ directive, document }) => {
      return directive === "script-src-elem" && document === "/payment-center/pay-now"
    })
    assert.ok(whole.length > 0)
  }
  assert.ok(
    logged.every((line) => !line.includes('"level":50')),
    "no error line",
  )
})
