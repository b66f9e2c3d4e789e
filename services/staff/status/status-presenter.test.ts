import assert from "node:assert/strict"
import { test } from "node:test"
import type { StatusItem, StatusSubject } from "#contracts/staff/status.ts"
import { earlier } from "#platform/time.ts"
import { type Known, statusFacts, statusItems } from "./status-presenter.ts"

const now = new Date("2026-03-02T18:00:00Z")
const ago = (minutes: number) => earlier(now, { minutes })
const names = ["database", "account system", "document store", "payment gateway"]
const services = names.map((name) => ({ name, isUp: true, since: ago(300) }))
const nothingWaits = {
  ...{ undecided: 0, undecidedSince: null, notPosted: 0, notPostedSince: null },
  ...{ contradicted: 0, contradictedSince: null },
  lateCustomers: 0,
}
const fine: Known = {
  ...{
    now,
    services,
    signs: [],
    mail: { waiting: 0, oldestSince: null, failingSince: null },
    waiting: nothingWaits,
  },
  ...{ recent: [], servesAll: true },
  billing: [{ client: "harbor", finishedAt: ago(600), isRunning: false }],
}

function without(name: string) {
  return services.map((one) => (one.name === name ? { ...one, isUp: false, since: ago(5) } : one))
}

function troubled(changed: Partial<Known>): Record<string, string> {
  const items = statusItems({ ...fine, ...changed }).filter(({ trouble }) => trouble !== null)
  return Object.fromEntries(
    items.map(({ subject, trouble, state }) => [subject, `${trouble} ${state}`]),
  )
}

function itemOf(subject: StatusSubject, changed: Partial<Known>): StatusItem {
  const item = statusItems({ ...fine, ...changed }).find((one) => one.subject === subject)
  assert.ok(item)
  return item
}

test("STATUS-02 everything works if nothing waits and every service responds", () => {
  assert.deepEqual(
    statusItems(fine).map(({ subject, state }) => `${subject} ${state}`),
    ["signIn", "emails", "payments", "accountData", "billing", "documents", "website"].map(
      (subject) => `${subject} works`,
    ),
  )
})

const cases: [string, Partial<Known>, Record<string, string>][] = [
  [
    "an email that has waited for more than two minutes",
    { mail: { waiting: 3, oldestSince: ago(2.1), failingSince: null } },
    { signIn: "codesLate trouble", emails: "emailsWait trouble" },
  ],
  [
    "an email that has just been written",
    { mail: { waiting: 3, oldestSince: ago(2), failingSince: null } },
    {},
  ],
  [
    "an unavailable account system",
    { services: without("account system") },
    {
      signIn: "logInOff down",
      payments: "paymentsPaused down",
      accountData: "accountSystemAway down",
    },
  ],
  ["the gateway away", { services: without("payment gateway") }, { payments: "gatewayAway down" }],
  [
    "an unavailable document store",
    { services: without("document store") },
    { documents: "documentsAway down" },
  ],
  [
    "a payment without a result",
    { waiting: { ...nothingWaits, undecided: 1, undecidedSince: ago(16), lateCustomers: 1 } },
    { payments: "paymentsUndecided trouble" },
  ],
  [
    "a paid bill that is open",
    { waiting: { ...nothingWaits, contradicted: 1, contradictedSince: ago(1) } },
    { payments: "paidBillsOpen trouble" },
  ],
  [
    "an unposted payment",
    { waiting: { ...nothingWaits, notPosted: 1, notPostedSince: ago(16), lateCustomers: 1 } },
    { payments: "paymentsNotPosted trouble" },
  ],
  [
    "payments that have waited less than a quarter of an hour",
    { waiting: { ...nothingWaits, undecided: 4, undecidedSince: ago(15) } },
    {},
  ],
  [
    "more declines than accepted payments",
    {
      recent: [
        { outcome: "declined", reason: "insufficient_funds", count: 11 },
        { outcome: "accepted", reason: "", count: 10 },
      ],
    },
    { payments: "declines trouble" },
  ],
  [
    "many declines among more accepted payments",
    {
      recent: [
        { outcome: "declined", reason: "insufficient_funds", count: 11 },
        { outcome: "accepted", reason: "", count: 11 },
      ],
    },
    {},
  ],
  [
    "a client whose billing is 27 hours old",
    { billing: [{ client: "harbor", finishedAt: ago(27 * 60), isRunning: true }] },
    { billing: "billingLate trouble" },
  ],
  [
    "signs of the process",
    {
      signs: [
        { name: "signInsFail", since: ago(4) },
        { name: "accountSystemSlow", since: ago(4) },
        { name: "limitsHit", since: ago(4) },
      ],
    },
    {
      signIn: "signInsFail down",
      accountData: "accountSystemSlow trouble",
      website: "limitsHit trouble",
    },
  ],
]
for (const [what, changed, expected] of cases) {
  test(`STATUS-02 ${what} shows as ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(troubled(changed), expected)
  })
}

test("STATUS-02 a problem contains its start and the number of waiting customers", () => {
  const waiting = { ...nothingWaits, undecided: 3, undecidedSince: ago(40), lateCustomers: 2 }
  const payments = itemOf("payments", { waiting })
  assert.deepEqual([payments.since, payments.customers], [ago(40).toISOString(), 2])
  const finishedAt = ago(27 * 60)
  const billing = itemOf("billing", { billing: [{ client: "a", finishedAt, isRunning: false }] })
  assert.equal(billing.since, ago(60).toISOString(), "late since 26 hours after the last run")
  for (const subject of ["signIn", "accountData"] as const) {
    const away = itemOf(subject, { services: without("account system") })
    assert.equal(away.since, ago(5).toISOString())
  }
})

test("STATUS-08 while the account system is away, that is the reason why signing in is off, before any other problem", () => {
  const signIn = itemOf("signIn", {
    services: without("account system"),
    signs: [{ name: "signInsFail", since: ago(4) }],
    mail: { waiting: 3, oldestSince: ago(9), failingSince: null },
  })
  assert.deepEqual(
    [signIn.trouble, signIn.state, signIn.since],
    ["logInOff", "down", ago(5).toISOString()],
  )
})

test("STATUS-09 an email whose last try failed is a problem at once, from the time when it was written", () => {
  const mail = { waiting: 2, oldestSince: ago(0.5), failingSince: ago(0.4) }
  for (const subject of ["signIn", "emails"] as const) {
    const { state, since } = itemOf(subject, { mail })
    assert.deepEqual([state, since], ["trouble", ago(0.4).toISOString()])
  }
  const old = { waiting: 2, oldestSince: ago(9), failingSince: ago(0.4) }
  assert.equal(itemOf("emails", { mail: old }).since, ago(9).toISOString())
})

test("STATUS-02 services that were not yet checked and clients that were never billed are unknown", () => {
  assert.equal(itemOf("signIn", { services: [] }).state, "unknown")
  assert.equal(itemOf("accountData", { services: [] }).state, "unknown")
  assert.equal(itemOf("documents", { services: [] }).state, "unknown")
  assert.equal(itemOf("billing", { billing: [] }).state, "unknown")
})

test("STATUS-04 only staff who serve every client see the number of emails", () => {
  const mail = { waiting: 3, oldestSince: ago(1), failingSince: null }
  assert.equal(statusFacts({ ...fine, mail }).emailsWaiting, 3)
  assert.equal(statusFacts({ ...fine, mail, servesAll: false }).emailsWaiting, null)
})
