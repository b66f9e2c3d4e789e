// @prove-only days

import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { bankOf, cardOf, client, james, termLife } from "./people.ts"
import { type Days, startDays } from "./portal.ts"

let at: Days
beforeEach(async () => {
  at = await startDays()
})
afterEach(() => at?.close())

const hour = 3_600
const endByPhone = () =>
  at.insurer.changeLate("autoPay", (books) => books.setMethod(client, termLife, null))
const subjects = async () => (await at.mails(james)).map(({ subject }) => subject.split(":")[0])

/** James agrees to auto pay at this time, and reads show it `seconds` later. */
async function agreeLate(on: string, time: string, seconds: number, method = cardOf(james)) {
  at.goTo(on, time)
  at.insurer.lag("autoPay", { seconds })
  await at.agree(james, termLife, method)
}

async function runOn(day: string) {
  at.goTo(day)
  await at.runDay()
}

test("auto pay is charged on the announced day while reads do not show the agreement", async () => {
  await agreeLate("2026-03-10", "06:55", 600)
  await runOn("2026-03-10")
  assert.deepEqual(at.charged(), ["64.80"])
  await at.runDay()
  await at.live("2026-03-13")
  assert.deepEqual(at.charged(), ["64.80"])
  assert.deepEqual(await subjects(), [
    "Auto Pay is set up",
    "Receipt for your payment of $64.80 to Harbor Mutual",
  ])
})

test("auto pay that was agreed to on the evening before is charged to a bank account while reads lag", async () => {
  await agreeLate("2026-03-09", "23:00", 10 * hour, bankOf(james))
  await runOn("2026-03-10")
  assert.deepEqual(at.charged(), ["64.80"])
})

test("a bill that rises after an agreement that reads do not show is charged as agreed", async () => {
  await agreeLate("2026-03-10", "05:30", 8 * hour)
  at.insurer.change((books) => books.correct(client, termLife, { premium: 7_000 }))
  await runOn("2026-03-10")
  assert.deepEqual(at.charged(), ["64.80"])
})

test("a bill that falls after an agreement that reads do not show is charged at the lower amount", async () => {
  await agreeLate("2026-03-10", "05:30", 8 * hour)
  at.insurer.change((books) => books.correct(client, termLife, { premium: 5_000 }))
  await runOn("2026-03-10")
  assert.deepEqual(at.charged(), ["50.00"])
})

test("a debit whose notice is due while reads lag is announced and made on time", async () => {
  at.insurer.change((books) => books.correct(client, termLife, { dueDate: "2026-03-22" }))
  await agreeLate("2026-03-11", "20:00", 14 * hour, bankOf(james))
  await at.live("2026-03-21")
  assert.deepEqual(at.charged(), [])
  await at.live("2026-03-22")
  assert.deepEqual(at.charged(), ["64.80"])
})

test("auto pay turned off by phone while reads lag charges nothing, and an email gives the reason", async () => {
  await agreeLate("2026-03-10", "05:30", 8 * hour)
  at.goTo("2026-03-10", "06:30")
  endByPhone()
  await runOn("2026-03-10")
  assert.deepEqual(at.charged(), [])
  assert.deepEqual(await subjects(), [
    "Auto Pay is set up",
    "Auto Pay will not charge $64.80 on Mar 10, 2026",
  ])
  assert.match(
    (await at.mails(james)).at(-1)?.text ?? "",
    /turned off for this product in our records/,
  )
  assert.deepEqual((await at.shown(james)).coming, ["03/10/2026 64.80 customer"])
  await at.live("2026-03-13")
  assert.deepEqual(at.charged(), [])
})

test("a card chosen here and removed by phone while reads lag is not charged", async () => {
  await at.agree(james, termLife)
  await at.save({ accountNumber: james, recordId: "another card", sample: "visa" })
  await agreeLate("2026-03-09", "23:00", 12 * hour, "another card")
  endByPhone()
  await at.live("2026-03-13")
  assert.deepEqual(at.charged(), [])
})

test("auto pay turned off here charges nothing, however long reads lag", async () => {
  await at.agree(james, termLife)
  at.goTo("2026-03-08", "05:00")
  at.insurer.lag("autoPay", { seconds: 90 * 24 * hour })
  const ended = await (await at.atAutoPay(james, termLife, null))()
  assert.equal(ended.status, 200, ended.text)
  at.insurer.change((books) => books.bill(client, termLife, "2026-04-10", 6_480))
  await at.live("2026-05-12")
  assert.deepEqual(at.charged(), [])
})

for (const [name, on, lag] of [
  ["more than a day", "2026-03-09", 56 * hour],
  ["several days", "2026-03-05", 6 * 24 * hour],
] as const)
  test(`an agreement that reads show after ${name} is charged once they do, and an email announces it immediately`, async () => {
    await agreeLate(on, "05:30", lag)
    await runOn("2026-03-10")
    assert.deepEqual(at.charged(), [])
    const late = "Auto Pay is late to charge $64.80 on Mar 10, 2026"
    assert.deepEqual(await subjects(), ["Auto Pay is set up", late])
    await at.live("2026-03-13")
    assert.deepEqual(at.charged(), ["64.80"])
    assert.deepEqual(await subjects(), [
      "Auto Pay is set up",
      late,
      "Receipt for your payment of $64.80 to Harbor Mutual",
    ])
  })

test("a late charge is not made after the customer has paid, or auto pay was turned off by phone", async () => {
  await agreeLate("2026-03-09", "05:30", 56 * hour)
  await runOn("2026-03-10")
  assert.equal((await at.pay(james, termLife)).status, 200)
  await at.live("2026-03-14")
  assert.deepEqual(at.charged(), ["64.80"])
})

test("a late charge is not made after auto pay was turned off by phone", async () => {
  await agreeLate("2026-03-09", "05:30", 56 * hour)
  await runOn("2026-03-10")
  endByPhone()
  await at.live("2026-03-14")
  assert.deepEqual(at.charged(), [])
  assert.equal((await subjects()).at(-1), "Auto Pay will not charge $64.80 on Mar 10, 2026")
})
