// @prove-also days

import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { noAutoPayRecordId } from "#contracts/payments/payment-method-rules.ts"
import { chargedMethods } from "./days.store.ts"
import { bankOf, cardOf, client, dental, james, maria, termLife, wholeLife } from "./people.ts"
import { type Days, startDays } from "./portal.ts"

const host = "harbor.localhost"

let at: Days
beforeEach(async () => {
  at = await startDays()
})
afterEach(() => at?.close())

const coming = async () => (await at.shown(james)).coming
const methodThere = () => at.insurer.books().product(client, termLife).paymentMethodRecordId

/** Reads the dashboard, as a returning customer does. */
async function look(): Promise<void> {
  await at.screens(james)
}

/** Opens the dialog of auto pay and ends it. */
async function end(who = james, policyNumber = termLife) {
  return await (await at.atAutoPay(who, policyNumber, null))()
}

test("auto pay that was turned off is shown as off and charges nothing while reads lag", async () => {
  await at.agree(james, termLife)
  await at.live("2026-03-09")
  at.insurer.lag("autoPay", { seconds: 3 * 3_600 })
  at.goTo("2026-03-10", "05:00")
  assert.equal((await end()).status, 200)
  assert.equal(methodThere(), null)
  assert.deepEqual(await coming(), ["03/10/2026 64.80 customer"])
  await at.runDay()
  assert.deepEqual(at.charged(), [])
  assert.deepEqual((await at.shown(james)).payable, [termLife])
})

test("auto pay turned on and off while reads lag charges nothing", async () => {
  at.insurer.lag("autoPay", { seconds: 3_600 })
  await at.agree(james, termLife)
  assert.equal((await end()).status, 200)
  assert.deepEqual(await coming(), ["03/10/2026 64.80 customer"])
  await at.live("2026-03-11")
  assert.deepEqual(at.charged(), [])
})

test("a second change while reads lag builds on the first", async () => {
  at.insurer.lag("autoPay", { seconds: 600 })
  await at.agree(james, termLife)
  await at.agree(james, termLife, bankOf(james))
  assert.equal(methodThere(), bankOf(james))
  at.app.clock.advance({ seconds: 900 })
  await look()
  const [due] = await coming()
  assert.equal(due, "03/10/2026 64.80 autopay")
})

test("auto pay with another card charges that card while reads lag", async () => {
  await at.agree(james, termLife, cardOf(james))
  await at.save({ accountNumber: james, recordId: "another card", sample: "visa" })
  at.insurer.lag("autoPay", { seconds: 12 * 3_600 })
  at.goTo("2026-03-09", "23:00")
  await at.agree(james, termLife, "another card")
  at.goTo("2026-03-10")
  await at.runDay()
  assert.deepEqual(at.charged(), ["64.80"])
  assert.deepEqual(await chargedMethods(at.app.database), ["another card"])
})

test("auto pay turned off by phone is shown as off once a read has shown our change", async () => {
  at.insurer.lag("autoPay", { seconds: 60 })
  await at.agree(james, termLife)
  at.app.clock.advance({ seconds: 90 })
  await look()
  at.insurer.change((books) => books.setMethod(client, termLife, null))
  assert.deepEqual(await coming(), ["03/10/2026 64.80 customer"])
})

test("a read in the background is enough to show that auto pay was turned off by phone", async () => {
  at.insurer.lag("autoPay", { seconds: 60 })
  await at.agree(james, termLife)
  at.app.clock.advance({ seconds: 90 })
  await at.app.settle()
  at.insurer.change((books) => books.setMethod(client, termLife, null))
  assert.deepEqual(await coming(), ["03/10/2026 64.80 customer"])
})

test("a method changed by phone to a third one is shown immediately, and ends our change", async () => {
  at.insurer.lag("autoPay", { seconds: 3_600 })
  await at.agree(james, termLife)
  at.insurer.change((books) => books.setMethod(client, termLife, bankOf(james)))
  assert.equal((await at.product(james, termLife)).currentPaymentMethodRecordId, bankOf(james))
  at.insurer.change((books) => books.setMethod(client, termLife, null))
  assert.deepEqual(await coming(), ["03/10/2026 64.80 customer"])
})

test("a change that no read shows for a day is ignored, and is a difference until a read shows it", async () => {
  at.insurer.lag("autoPay", { seconds: 3 * 86_400 })
  await at.agree(james, termLife)
  at.app.clock.advance({ hours: 23 })
  assert.deepEqual(await coming(), ["03/10/2026 64.80 autopay"])
  assert.deepEqual(await at.differences(), [])
  at.app.clock.advance({ hours: 2 })
  assert.deepEqual(await coming(), ["03/10/2026 64.80 customer"])
  assert.deepEqual(await at.differences(), ["notShown"])
  at.app.clock.advance({ days: 3 })
  assert.deepEqual(await at.differences(), [])
  assert.deepEqual(await coming(), ["03/10/2026 64.80 autopay"])
})

test("a change of one product does not affect the person's other products", async () => {
  at.insurer.lag("autoPay", { seconds: 600 })
  await at.agree(maria, wholeLife)
  const { coming } = await at.shown(maria)
  assert.deepEqual(coming, ["03/12/2026 42.00 autopay", "03/20/2026 25.00 customer"])
  assert.equal((await at.product(maria, dental)).currentPaymentMethodRecordId, noAutoPayRecordId)
})

test("a skipped charge is shown immediately, and auto pay charges the bill after it", async () => {
  at.insurer.change((books) => books.bill(client, termLife, "2026-04-10", 6_480))
  await at.agree(james, termLife)
  at.insurer.lag("skip", { seconds: 3_600 })
  await at.skip(james, termLife, "03/10/2026")
  const both = ["03/10/2026 64.80 customer", "04/10/2026 64.80 autopay"]
  assert.deepEqual(await coming(), both)
  at.app.clock.advance({ seconds: 3_700 })
  assert.deepEqual(await coming(), both)
  at.insurer.change((books) =>
    Object.assign(books.product(client, termLife), { skippedDueDates: [] }),
  )
  assert.match((await coming())[0] ?? "", /03\/10\/2026 64\.80/)
})

/**
 * The profile of James, and the function that saves another phone number in the form that showed
 * `from`.
 */
async function profilePage() {
  const { browser, body } = await at.as(james)
  const { firstName, lastName, ...rest } = body
  const sent = { ...rest, policyHolder: { firstName, lastName } }
  const read = async () => {
    const answer = await browser.call(host, "POST /myaccount-core/profile", sent)
    assert.equal(answer.status, 200, answer.text)
    return answer.reply.profile
  }
  const save = async (from: Awaited<ReturnType<typeof read>>, phoneNumber: string) =>
    await browser.call(host, "PUT /myaccount-core/profile", {
      ...from.address,
      emailAddress: from.policyHolder.emailAddress,
      personNumber: from.policyHolder.personNumber,
      ...{ phoneNumber, username: "james.okafor", hostName: host, clientLoginIp: "" },
      contactVersion: from.contactVersion,
    })
  return { read, save }
}

test("contact data that reads do not show yet are shown, and the insurer's later ones replace them", async () => {
  at.insurer.lag("contact", { seconds: 600 })
  const { read, save } = await profilePage()
  const made = await save(await read(), "2075550199")
  assert.equal(made.status, 200, made.text)
  assert.equal(made.reply.profile.phoneNumber, "2075550199")
  assert.equal((await read()).phoneNumber, "2075550199")
  at.app.clock.advance({ seconds: 700 })
  assert.equal((await read()).phoneNumber, "2075550199")
  at.insurer.change((books) => {
    const change = { phoneNumber: "2075550148", contactVersion: "by phone" }
    Object.assign(books.account(client, james).person, change)
  })
  assert.equal((await read()).phoneNumber, "2075550148")
})

test("a second change of contact data while reads lag builds on the first, if its version is known", async () => {
  at.insurer.lag("contact", { seconds: 600 })
  at.insurer.giveVersions()
  const { read, save } = await profilePage()
  assert.equal((await save(await read(), "2075550199")).status, 200)
  const made = await save(await read(), "2075550188")
  assert.equal(made.status, 200, made.text)
  assert.equal((await read()).phoneNumber, "2075550188")
  assert.equal(at.insurer.books().account(client, james).person.phoneNumber, "2075550188")
  at.app.clock.advance({ seconds: 700 })
  assert.equal((await read()).phoneNumber, "2075550188")
})

test("a second change of contact data waits for the first if its version is unknown", async () => {
  at.insurer.lag("contact", { seconds: 600 })
  const { read, save } = await profilePage()
  assert.equal((await save(await read(), "2075550199")).status, 200)
  const waiting = await read()
  assert.match(waiting.editOption.save.message, /being saved/)
  assert.deepEqual((await save(waiting, "2075550188")).messageIds, ["profile.blocked"])
  at.app.clock.advance({ seconds: 700 })
  assert.equal((await save(await read(), "2075550188")).status, 200)
})

test("an insurer's change of contact data applies immediately, also while reads do not show ours", async () => {
  at.insurer.lag("contact", { seconds: 3_600 })
  const { read, save } = await profilePage()
  assert.equal((await save(await read(), "2075550199")).status, 200)
  at.insurer.change((books) => {
    const change = { phoneNumber: "2075550111", contactVersion: "by phone" }
    Object.assign(books.account(client, james).person, change)
  })
  assert.equal((await read()).phoneNumber, "2075550111")
})
