import assert from "node:assert/strict"
import { payerPolicy } from "#testing/payers.ts"
import type { Random } from "#testing/random.ts"
import { actOf } from "./year-acts.model.ts"
import { dayOfClient, timeOfClient, type YearClient, yearClients } from "./year-clock.model.ts"
import { createComparisons, keyOf, titleOf } from "./year-comparisons.model.ts"
import { isTriedAgain, type YearCharge } from "./year-notices.model.ts"
import type { Year, YearAccount } from "./year-world.model.ts"

/**
 * Lets people, gateway and billing act at each moment, and compares results at the relevant
 * moments.
 */
export function createLife(year: Year, accounts: YearAccount[], random: Random) {
  const tally: Record<string, number> = {}
  const count = (what: string, by = 1) => {
    tally[what] = (tally[what] ?? 0) + by
  }
  const known = new Map<string, { account: YearAccount; origin: string; paidOn: string }>()
  const takenBack = new Set<string>()
  const byKey = new Map(accounts.map((one) => [keyOf(one.client, payerPolicy(one.payer)), one]))
  const billed = new Map<YearClient, string>()
  const mornings = new Map<YearClient, number>()
  const { compare, shown } = createComparisons(year, accounts, random)
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
      account.notices.takeBack(report.key)
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

  /**
   * Bills the clients that are in their morning. Auto pay must charge the independently calculated
   * amounts.
   */
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
        account.notices.settle(made.id, charge.notice.dueDates)
        account.expected.pay(made.id, made.amount, today, charge.notice.dueDates)
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
        const paid = account.expected.open().map(({ dueDate }) => dueDate)
        account.notices.settle(id, paid)
        account.expected.pay(id, amount, today)
      }
    }
  }

  return {
    tally,
    /** Number of days on which each client must be billed. */
    mornings,
    async pass() {
      await hear()
      await bill()
      await act()
      await compare()
    },
  }
}
