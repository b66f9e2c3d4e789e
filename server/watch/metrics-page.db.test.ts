import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { after, before, test } from "node:test"
import { parse } from "yaml"
import { sql } from "#database/sql.ts"
import { version } from "#platform/version.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { familiesOf, namesIn } from "./scraped-fixture.ts"

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ADMIN_PORT: "0" } })
})

after(() => app.close())

async function scrape(of = app): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${of.adminPort}/metrics`)
  assert.equal(response.status, 200)
  return await response.text()
}

async function page(name: string): Promise<string> {
  return await readFile(new URL(`../../docs/${name}`, import.meta.url), "utf8")
}

test("WATCH-02 metrics count sign-ins, codes, refused limits, emails, payments by state and reason, answers of other systems, and waiting work", async (t) => {
  // A server counts waiting emails only every few seconds.
  const app = await startTestApp({ env: { ADMIN_PORT: "0" } })
  t.after(() => app.close())
  const browser = app.browser()
  await browser.signIn("harbor.localhost", "maria.santos")
  await app.settle()
  await app.database.rows(
    sql`insert into mail.outbox (id, sealed, created_at, next_try_at)
      values (gen_random_uuid(), '\\x00', ${new Date(app.clock.now().getTime() - 90_000)},
        ${new Date(app.clock.now().getTime() + 3_600_000)})`,
  )
  const lines = (await scrape(app)).split("\n")
  const has = (line: string) => assert.ok(lines.includes(line), line)
  has('sign_ins_total{site="customer",step="password",result="right"} 1')
  has('sign_ins_total{site="customer",step="code",result="right"} 1')
  has('codes_sent_total{task="log in"} 1')
  has('codes_entered_total{task="log in",result="right"} 1')
  has("emails_waiting 1")
  has("emails_oldest_waiting_seconds 90")
  has('service_up{service="database"} 1')
  has(`build_info{version="${version}"} 1`)
})

test("WATCH-01 docs/metrics.md describes exactly the metrics that a server shows", async () => {
  const shown = familiesOf(await scrape())
  const own = [...shown].filter((name) => !/^(process|nodejs)_/.test(name))
  const rows = (await page("metrics.md")).match(/^\| `\w+` \|.*$/gm) ?? []
  const described = rows.map((row) => row.split("`")[1] ?? "")
  assert.deepEqual(described.toSorted(), own.toSorted())
  for (const row of rows) assert.equal(row.split(" | ").length, 3, `advice is missing: ${row}`)
})

test("WATCH-03 alerts and dashboard are valid, and name only existing metrics", async () => {
  const shown = familiesOf(await scrape())
  const alerts = parse(await page("monitoring/alerts.yaml"))
  const rules = alerts.groups.flatMap((group: { rules: object[] }) => group.rules)
  const dashboard = JSON.parse(await page("monitoring/dashboard.json"))
  const panels = dashboard.panels.flatMap((panel: { targets?: object[] }) => panel.targets ?? [])
  assert.ok(rules.length >= 15 && panels.length >= 15)
  for (const { expr } of [...rules, ...panels] as { expr: string }[]) {
    const names = namesIn(expr).filter((name) => name !== "up")
    assert.ok(names.length > 0 || expr.startsWith("up{"), expr)
    for (const name of names) assert.ok(shown.has(name), `${name} in ${expr}`)
  }
  for (const rule of rules) {
    assert.match(rule.annotations.runbook, /^docs\/metrics\.md#[a-z-]+$/)
    const [, anchor = ""] = rule.annotations.runbook.split("#")
    const headings: string[] = (await page("metrics.md")).match(/^## .+$/gm) ?? []
    assert.ok(headings.includes(`## ${headingOf(anchor, headings)}`), rule.alert)
  }
})

/**
 * Counters with many label values. The thresholds of their alerts are so high that one more or less
 * makes no difference.
 */
const manyValued = ["rate_limits_hit_total", "csp_reports_total", "http_request_duration_seconds"]

test("WATCH-03 a fresh server shows each counter and time that an alert compares with an earlier value", async () => {
  const lines = (await scrape()).split("\n")
  const { groups } = parse(await page("monitoring/alerts.yaml"))
  const rules: { alert: string; expr: string }[] = groups.flatMap(
    (group: { rules: object[] }) => group.rules,
  )
  const series = rules.flatMap(({ alert, expr }) => {
    const compared = /(?:increase|time\(\) - max(?: by \(\w+\) )?)\((\w+)(?:\{([^}]*)\})?/g
    return [...expr.matchAll(compared)].map(([, name = "", labels = ""]) => ({
      alert,
      name,
      labels,
    }))
  })
  assert.ok(series.length > 15)
  assert.ok(lines.includes('billing_running{client="harbor"} 0'))
  for (const { alert, name, labels } of series) {
    // A client that was never billed has no time; the alert BillingNeverDone covers it.
    if (manyValued.includes(name) || name === "billing_last_finished_timestamp_seconds") continue
    const parts = [...labels.matchAll(/(\w+)=~?"([^"]*)"/g)].flatMap(([, label, values = ""]) => {
      return [values.split("|").map((value) => `${label}="${value}"`)]
    })
    const choices = parts.reduce(
      (all, choice) => all.flatMap((one) => choice.map((part) => [...one, part])),
      [[]] as string[][],
    )
    for (const wanted of choices) {
      const isShown = (line: string) =>
        /^\w+/.exec(line)?.[0] === name && wanted.every((part) => line.includes(part))
      assert.ok(lines.some(isShown), `${alert}: ${name}{${wanted.join(",")}}`)
    }
  }
})

function headingOf(anchor: string, headings: readonly string[]): string | undefined {
  const names = headings.map((heading) => heading.slice(3))
  return names.find((name) => name.toLowerCase().replaceAll(" ", "-") === anchor)
}

test("WATCH-04 UPGRADE-09 with ADMIN_PORT, the public port shows neither metrics nor the version, and the admin port shows only these and its health", async () => {
  const at = (port: number | undefined, path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  assert.equal((await at(app.port, "/metrics")).status, 404)
  for (const path of ["/healthz", "/readyz"]) {
    assert.equal((await at(app.port, path)).status, 200)
    assert.equal((await at(app.adminPort, path)).status, 200)
  }
  const health = async (port: number | undefined) => await (await at(port, "/healthz")).json()
  assert.deepEqual(await health(app.adminPort), { status: "ok", version })
  assert.deepEqual(await health(app.port), { status: "ok" })
  for (const path of ["/", "/openapi.json", "/appcontent/clientAttributes", "/metrics/", "/%zz"]) {
    const response = await at(app.adminPort, path)
    assert.equal(response.status, 404, path)
    assert.deepEqual(await response.json(), { status: "not found" })
  }
})
