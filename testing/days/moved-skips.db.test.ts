// @prove-only days

import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { billOf } from "./books.ts"
import { bankOf, cardOf, client, james, termLife } from "./people.ts"
import { type Days, startDays } from "./portal.ts"

let at: Days
beforeEach(async () => {
  at = await startDays()
})
afterEach(() => at?.close())

/** Announces $73.13 for April 10, and skips it. */
async function skipped(recordId: string, lag = 0) {
  await at.agree(james, termLife, recordId)
  await at.live("2026-03-11")
  at.insurer.change((books) => books.bill(client, termLife, "2026-04-10", 7_313))
  at.goTo("2026-03-26")
  await at.live("2026-04-01")
  if (lag > 0) at.insurer.lag("skip", { seconds: lag })
  await at.skip(james, termLife, "04/10/2026")
}

async function subjects() {
  const all = (await at.mails(james)).map(({ subject }) => subject)
  return all.slice(all.findIndex((one) => one.startsWith("You skipped")) + 1)
}

for (const [name, recordId] of [
  ["card", cardOf(james)],
  ["bank account", bankOf(james)],
] as const) {
  for (const dueDate of ["2026-04-20", "2026-04-06"]) {
    test(`a skip of a charge by ${name} follows the bill to ${dueDate}`, async () => {
      await skipped(recordId)
      at.insurer.change((books) => books.correct(client, termLife, { dueDate }))
      await at.live("2026-04-03")
      const product = await at.product(james, termLife)
      assert.equal(product.isAutoPaySkipped, "Y")
      const { coming } = await at.shown(james)
      assert.deepEqual(coming, [`04/${dueDate.slice(-2)}/2026 73.13 customer`])
      await at.live("2026-05-02")
      assert.deepEqual(at.charged(), ["64.80"])
      assert.deepEqual(await subjects(), [])
    })
  }
}

test("a skip that no read shows follows the bill, also when it moves twice", async () => {
  await skipped(bankOf(james), 86_000)
  at.insurer.change((books) => books.correct(client, termLife, { dueDate: "2026-04-13" }))
  await at.live("2026-04-02")
  at.insurer.change((books) => books.correct(client, termLife, { dueDate: "2026-04-21" }))
  await at.live("2026-05-02")
  assert.deepEqual(at.charged(), ["64.80"])
  assert.deepEqual(await subjects(), [])
})

test("the next bill is charged after a skip that followed its bill", async () => {
  await skipped(bankOf(james))
  at.insurer.change((books) => books.correct(client, termLife, { dueDate: "2026-04-20" }))
  await at.live("2026-04-03")
  at.insurer.change((books) => books.bill(client, termLife, "2026-05-10", 6_480))
  await at.live("2026-05-12")
  assert.deepEqual(at.charged(), ["64.80", "64.80"])
})

test("when another bill replaces the skipped one, one email reports the end of the skip before the charge", async () => {
  await skipped(bankOf(james))
  at.insurer.change((books) => {
    const { bills } = books.product(client, termLife)
    bills.splice(-1, 1, billOf(9, "2026-04-20", 7_313))
  })
  const told = async () => (await subjects()).filter((one) => one.includes("has ended"))
  const expected = ["Your skip of an Auto Pay charge has ended: Harbor Mutual"]
  await at.live("2026-04-02")
  assert.deepEqual(await told(), expected)
  const mail = (await at.mails(james)).find(({ subject }) => subject.includes("has ended"))
  assert.match(mail?.text ?? "", /You skipped the Auto Pay charge of \$73\.13 on Apr 10, 2026/)
  assert.deepEqual(at.charged(), ["64.80"])
  await at.live("2026-04-22")
  assert.deepEqual(await told(), expected)
  assert.deepEqual(at.charged(), ["64.80", "73.13"])
})

test("paying a skipped bill ends nothing", async () => {
  await skipped(bankOf(james))
  at.insurer.change((books) => books.payByPhone(client, termLife, 7_313, "2026-04-02"))
  at.insurer.change((books) => books.bill(client, termLife, "2026-05-10", 6_480))
  await at.live("2026-05-12")
  assert.equal((await subjects()).filter((one) => one.includes("has ended")).length, 0)
  assert.deepEqual(at.charged(), ["64.80", "64.80"])
})
