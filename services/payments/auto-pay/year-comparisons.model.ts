import assert from "node:assert/strict"
import { dueStatusOf, totalDue } from "#services/products/due-status.ts"
import { payerAccount, payerPolicy } from "#testing/payers.ts"
import type { Random } from "#testing/random.ts"
import { nextChargeOf } from "./next-charge.ts"
import { dayOfClient, timeOfClient, type YearClient, yearClients } from "./year-clock.model.ts"
import type { Year, YearAccount } from "./year-world.model.ts"

/** Compares bills, next charges and screens with the independent calculation. */
export function createComparisons(year: Year, accounts: readonly YearAccount[], random: Random) {
  /** The next charge that a screen showed on the previous evening. */
  const shown = new Map<YearAccount, { date: string; amount: number }>()
  const of = (client: YearClient) => accounts.filter((one) => one.client === client)

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

  /** Stores the next charge shown on the previous evening, for comparison when it is made. */
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

  return { compare, shown }
}

export function keyOf(client: string, policyNumber: string): string {
  return `${client} ${policyNumber}`
}

export function titleOf({ client, payer }: YearAccount): string {
  return keyOf(client, payerPolicy(payer))
}
