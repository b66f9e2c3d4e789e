// @prove-only year
// @postgres-only

import assert from "node:assert/strict"
import { test } from "node:test"
import { dueStatusOf, totalDue } from "#services/products/due-status.ts"
import { isFullSize, modelSeeds } from "#testing/model-seeds.ts"
import { payerAccount, payerPolicy } from "#testing/payers.ts"
import { createRandom, type Random } from "#testing/random.ts"
import { nextChargeOf } from "../next-charge.ts"
import { actOf } from "./year-acts-fixture.ts"
import { finalChecks } from "./year-checks-fixture.ts"
import {
  dayOfClient,
  isEdge,
  momentsOf,
  timeOfClient,
  type YearClient,
  yearClients,
  yearStart,
} from "./year-clock-fixture.ts"
import { isTriedAgain, type YearCharge } from "./year-notices-fixture.ts"
import { newAccounts, startYear, type Year, type YearAccount } from "./year-world-fixture.ts"

const size = isFullSize ? { accounts: 1_000, days: 365 } : { accounts: 40, days: 425 }
const [seed = 1] = modelSeeds()

test(`ZONE-03 a year of daily billing for ${size.accounts} accounts in four time zones agrees with an independent calculation (seed ${seed})`, async (t) => {
  const dates = Array.from({ length: size.days }, (_, day) =>
    Temporal.PlainDate.from(yearStart).add({ days: day }).toString(),
  ).filter((date) => isFullSize || isEdge(date))
  const random = createRandom(seed)
  const accounts = newAccounts(size.accounts / yearClients.length)
  const year = await startYear(size.accounts / yearClients.length, random)
  try {
    const life = createLife(year, accounts, random)
    const weeks = Object.entries(Object.groupBy(momentsOf(dates), weekOf))
    for (const [week, moments] of weeks) {
      let isOver = false
      // A test of its own shows the runner that the year goes on.
      await t.test(`ZONE-03 the week from ${week}`, async () => {
        for (const moment of moments ?? []) {
          year.moveTo(moment)
          await life.pass()
        }
        isOver = true
      })
      assert.ok(isOver, `the week from ${week} failed`)
    }
    await finalChecks(year, accounts, life.mornings)
    t.diagnostic(JSON.stringify({ ...life.tally, "repeated report": year.repeated() }))
    const kinds = Object.keys(life.tally)
    const rare = isFullSize ? ["disputeLost", "refunded", "partlyRefunded", "declined"] : []
    for (const kind of ["autoPay", "payNow", "returned", "ended auto pay", ...rare]) {
      assert.ok(kinds.includes(kind), `no ${kind} happened`)
    }
  } finally {
    await year.close()
  }
})

function weekOf(moment: Temporal.Instant): string {
  const date = moment.toZonedDateTimeISO("UTC").toPlainDate()
  return date.subtract({ days: date.dayOfWeek - 1 }).toString()
}

/** Lets people, gateway and billing act at each moment, and compares at the moments that matter. */
function createLife(year: Year, accounts: YearAccount[], random: Random) {
  const tally: Record<string, number> = {}
  const count = (what: string, by = 1) => {
    tally[what] = (tally[what] ?? 0) + by
  }
  const known = new Map<string, { account: YearAccount; origin: string; paidOn: string }>()
  const takenBack = new Set<string>()
  const byKey = new Map(accounts.map((one) => [keyOf(one.client, payerPolicy(one.payer)), one]))
  const billed = new Map<YearClient, string>()
  const mornings = new Map<YearClient, number>()
  const shown = new Map<YearAccount, { date: string; amount: number }>()
  const of = (client: YearClient) => accounts.filter((one) => one.client === client)

  async function hear() {
    for (const report of await year.deliver()) {
      const made = known.get(report.key)
      assert.ok(made, "a report about a payment that no one made")
      count(report.status)
      if (report.status !== "returned" && report.status !== "disputeLost") continue
      // Reports are repeated.
      if (takenBack.has(report.key)) continue
      takenBack.add(report.key)
      const { account, origin, paidOn } = made
      shown.delete(account)
      const today = dayOfClient(account.client, year.clock.now())
      account.expected.takeBack(report.key, today)
      const isStop = report.status === "disputeLost" || report.reason === "not_authorized"
      if (isStop) account.isSuspended = true
      const { autoPay, isSuspended } = account
      const isOver = origin === "autoPay" && !isTriedAgain(autoPay ?? "", report.reason)
      account.notices.fail(today, paidOn, isSuspended || isOver ? null : autoPay)
      if (origin === "autoPay") await endAutoPay(account, today)
    }
  }

  async function endAutoPay(account: YearAccount, today: string) {
    account.isDoneWithAutoPay = true
    if (account.autoPay === null) return
    count("ended auto pay")
    await year.change(account, account.expected.code(), null, today)
  }

  /** Bills clients whose morning it is. Auto pay charges what the independent calculation says. */
  async function bill() {
    const now = year.clock.now()
    const morning = yearClients.filter((client) => {
      const today = dayOfClient(client, now)
      return timeOfClient(client, now) >= "06:00" && billed.get(client) !== today
    })
    const expected = new Map<YearAccount, YearCharge>()
    for (const client of morning) {
      const today = dayOfClient(client, now)
      billed.set(client, today)
      mornings.set(client, (mornings.get(client) ?? 0) + 1)
      for (const account of of(client)) {
        count("bills", account.expected.issue(today))
        const { notices, autoPay, isSuspended } = account
        if (autoPay === null) continue
        if (!isSuspended) notices.announce(today, autoPay)
        const charge = isSuspended ? undefined : notices.chargeOf(today, autoPay)
        if (charge) expected.set(account, charge)
        notices.endSettled(today)
      }
    }
    await year.bill()
    for (const made of await year.autoPaySince(now)) {
      const account = byKey.get(keyOf(made.client, made.policyNumber))
      const title = `auto pay of ${made.policyNumber} ${made.client} at ${now.toISOString()}`
      assert.ok(account, title)
      const today = dayOfClient(account.client, now)
      assert.ok(morning.includes(account.client), `${title}: only in the client's morning`)
      const charge = expected.get(account)
      assert.ok(charge, `${title}: nothing was announced for today`)
      assert.equal(made.amount, charge.amount, `${title}: amount`)
      const told = shown.get(account)
      if (told?.date === today) {
        count("shown the evening before")
        assert.equal(made.amount, told.amount, `${title}: what was shown`)
      }
      expected.delete(account)
      account.notices.charged(charge, account.autoPay !== "poor")
      count(charge.notice.kind)
      if (account.autoPay === "poor") {
        assert.equal(made.status, "declined", title)
        count("declined")
        account.notices.fail(today, today, account.autoPay)
        await endAutoPay(account, today)
      } else {
        assert.notEqual(made.status, "declined", title)
        count("autoPay")
        known.set(made.id, { account, origin: "autoPay", paidOn: today })
        account.expected.pay(made.id, made.amount, today, charge.notice.dueBy)
      }
    }
    const missing = [...expected].map(([account, { notice, amount }]) =>
      [titleOf(account), amount, ...Object.values(notice)].join(" "),
    )
    assert.deepEqual(missing, [], `not charged at ${now.toISOString()}`)
  }

  async function act() {
    const now = year.clock.now()
    for (const client of yearClients) {
      const time = timeOfClient(client, now)
      if (!["00:00", "12:00", "20:00", "23:59"].includes(time)) continue
      const today = dayOfClient(client, now)
      for (const account of of(client)) {
        const made = await actOf(year, account, random, today)
        if (!made) continue
        count(made.what)
        shown.delete(account)
        if (!made.payment) continue
        const { id, amount } = made.payment
        known.set(id, { account, origin: "payNow", paidOn: today })
        account.expected.pay(id, amount, today)
      }
    }
  }

  async function compare() {
    const now = year.clock.now()
    for (const client of yearClients) {
      const time = timeOfClient(client, now)
      const today = dayOfClient(client, now)
      if (time === "12:00") await compareBills(client, now)
      if (time === "20:00") await askNextCharges(client, today)
      if (time !== "00:00" && time !== "23:59") continue
      for (let n = 0; n < 3; n += 1) await compareScreen(random.pick(of(client)), today)
    }
  }

  async function compareBills(client: YearClient, now: Date) {
    const owed = await year.owedOf(client)
    for (const account of of(client)) {
      const rows = owed.get(payerPolicy(account.payer)) ?? []
      assert.deepEqual(
        rows.map((row) => [row.dueDate, row.owed]),
        account.expected.open().map((row) => [row.dueDate, row.owed]),
        `${titleOf(account)} at ${now.toISOString()}`,
      )
    }
  }

  /** The next charge that is shown on the evening before is compared when it is made. */
  async function askNextCharges(client: YearClient, today: string) {
    const tomorrow = Temporal.PlainDate.from(today).add({ days: 1 }).toString()
    for (const account of of(client)) {
      shown.delete(account)
      if (account.autoPay === null || account.isSuspended) continue
      const charge = account.notices.chargeOf(tomorrow, account.autoPay)
      if (!charge) continue
      const accountNumber = payerAccount(account.payer)
      const [product] = (await year.policyAdmin.account(client, accountNumber))?.products ?? []
      assert.ok(product)
      const day = Temporal.PlainDate.from(today)
      const owner = { client, accountNumber }
      const { next } = await nextChargeOf(year.deps, owner, product, day)
      assert.equal(next?.date, tomorrow, titleOf(account))
      assert.equal(next.amount, charge.amount, `${titleOf(account)}: the amount of ${tomorrow}`)
      shown.set(account, { date: tomorrow, amount: next.amount })
    }
  }

  async function compareScreen(account: YearAccount, today: string) {
    const found = await year.policyAdmin.account(account.client, payerAccount(account.payer))
    const billing = found?.products[0]?.billing
    assert.ok(billing)
    const title = `${titleOf(account)} on ${today}`
    assert.equal(totalDue(billing), account.expected.owed(), title)
    const status = dueStatusOf(billing, await year.brands.todayOf(account.client))
    assert.equal(status === "past-due", account.expected.isPastDue(today), `${title}: ${status}`)
  }

  return {
    tally,
    /** The number of days on which each client has to be billed. */
    mornings,
    async pass() {
      await hear()
      await bill()
      await act()
      await compare()
    },
  }
}

function keyOf(client: string, policyNumber: string): string {
  return `${client} ${policyNumber}`
}

function titleOf({ client, payer }: YearAccount): string {
  return keyOf(client, payerPolicy(payer))
}
