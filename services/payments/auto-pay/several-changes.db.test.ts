import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { dayInWords, fullDay } from "#contracts/dates.ts"
import { centsOf, dollarsOf } from "#contracts/money.ts"
import type { PaymentChoice } from "#contracts/payments/auto-pay-rules.ts"
import { sql } from "#database/sql.ts"
import { type AccountSystem, createAccountSystem } from "#testing/account-system.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { logLines } from "#testing/log-lines.ts"
import { openBooks } from "#testing/opened-books.store.ts"
import { type AtAutoPay, policyNumber, siobhanAtAutoPay } from "./auto-pay-fixture.ts"

const email = "siobhan.obrien@example.com"
const dueDate = "2026-03-19"

let app: TestApp
let at: AtAutoPay
let accountSystem: AccountSystem

beforeEach(async () => {
  app = await startTestApp({
    logTo: logLines(() => {}),
    policyAdmin(database) {
      accountSystem = createAccountSystem(database)
      return accountSystem.policyAdmin
    },
  })
  at = await siobhanAtAutoPay(app)
  await at.save("T-OTHER")
  await openBooks(app.database, "harbor", [policyNumber], { dueDate, amountDue: 3_460 })
})
afterEach(() => app.close())

function choice(frequencyCode: string, paymentMethodRecordId: string | null): PaymentChoice {
  return { frequencyCode, paymentMethodRecordId }
}

interface Agreed {
  amount: string
  date: string
}

async function mailsSoFar() {
  const mails = await app.sentEmails()
  return mails.filter(({ to }) => to === email)
}

/** Makes the change: its text, message and email contain the returned amount and day. */
async function change(chosen: PaymentChoice): Promise<Agreed> {
  const before = (await mailsSoFar()).length
  const { text, body } = await at.agreed(chosen)
  const { status, text: answer, reply } = await at.put(body)
  assert.equal(status, 200, answer)
  const agreed = { amount: body.paymentDetails[0].paymentAmount, date: body.paymentDueDate }
  const mails = (await mailsSoFar()).slice(0, -before)
  assert.equal(mails.length, 1, mails.map(({ subject }) => subject).join(", "))
  const amount = dollarsOf(centsOf(agreed.amount))
  const message = reply.messages.flatMap(({ content }) => content).join(" ")
  for (const told of [text, message, mails[0]?.text ?? ""]) {
    assert.ok(told.includes(amount), `${amount} in ${told}`)
    const days = [agreed.date, fullDay(agreed.date), dayInWords(agreed.date, agreed.date)]
    assert.ok(
      days.some((day) => told.includes(day)),
      `${agreed.date} in ${told}`,
    )
  }
  return agreed
}

/** Asserts that each screen with the next charge shows this one. */
async function assertShown(agreed: Agreed, title: string) {
  const { browser, host, body } = at.siobhan
  const asked = { ...body, policyNumber }
  const [center, dialog, coming] = await Promise.all([
    browser.call(host, "POST /myaccount-core/nextCharges", asked),
    browser.call(host, "POST /myaccount-core/paymentFrequency", { ...asked, csUserid: "" }),
    browser.call(host, "POST /myaccount-core/comingPayments", asked),
  ])
  const planned = center.reply.nextCharges.find((one) => one.policyNumber === policyNumber)
  const { nextCharge } = dialog.reply
  const first = coming.reply.months
    .flatMap(({ payments }) => payments)
    .find((one) => one.policyNumber === policyNumber && one.paidBy === "autopay")
  const screens = {
    center: { amount: planned?.paymentAmount, date: planned?.dueDate },
    dialog: { amount: nextCharge?.paymentAmount, date: nextCharge?.dueDate },
    coming: { amount: first?.amount, date: first?.date },
  }
  assert.deepEqual(screens, { center: agreed, dialog: agreed, coming: agreed }, title)
}

/** Bills each day until the due date. Returns the subjects of the notices, and the charges. */
async function bill() {
  for (const days of [7, 10]) {
    app.clock.advance({ days })
    await app.billingRun()
    await app.settle()
  }
  const subjects = (await mailsSoFar()).map(({ subject }) => subject)
  const charges = await app.database.rows<Agreed & { method: string }>(
    sql`select amount::text, to_char(submitted_at, 'MM/DD/YYYY') as date, method_record_id as method
      from myaccount_core.payment where policy_number = ${policyNumber} and origin = 'autoPay'`,
  )
  return { notices: subjects.filter((one) => one.startsWith("Auto Pay will")), charges }
}

const [card, bank, other] = ["T-CARD", "T-BANK", "T-OTHER"] as const
const sequences: Record<string, PaymentChoice[]> = {
  "another frequency and back": [choice("M", bank), choice("Q", bank), choice("M", bank)],
  "from a bank account to a card": [choice("M", bank), choice("M", card)],
  "from one card to another, and to a bank account": [
    ...[choice("M", card), choice("M", other), choice("Q", bank)],
  ],
  "ended and started again": [choice("M", card), choice("M", null), choice("M", card)],
  "ended twice": [
    ...[choice("M", bank), choice("Q", null), choice("Q", bank)],
    ...[choice("M", null), choice("S", bank)],
  ],
}

for (const [name, choices] of Object.entries(sequences)) {
  test(`AUTOPAY-06 NOTICE-01 NOTICE-03 after several changes for one bill, the shown next charge is the one that is announced and charged, by the last agreement: ${name}`, async () => {
    let agreed: Agreed | undefined
    for (const [index, chosen] of choices.entries()) {
      agreed = await change(chosen)
      if (chosen.paymentMethodRecordId) await assertShown(agreed, `after change ${index + 1}`)
    }
    assert.equal(agreed?.date, "03/19/2026")
    const { notices, charges } = await bill()
    const method = choices.at(-1)?.paymentMethodRecordId
    assert.deepEqual(charges, [{ ...agreed, method }])
    const notice = `Auto Pay will charge ${dollarsOf(centsOf(agreed.amount))} on Mar 19, 2026`
    const isBank = method === bank
    assert.deepEqual(
      notices.map((subject) => subject.split(":")[0]),
      isBank ? [notice] : [],
      "a bank account is debited after a notice, a card that is charged as agreed needs none",
    )
  })
}

test("NOTICE-03 CONTRACT-12 a change that the account system rejects leaves screens, notice and charge as they were", async () => {
  const agreed = await change(choice("M", bank))
  for (const chosen of [choice("Q", bank), choice("A", card)]) {
    const { body } = await at.agreed(chosen)
    accountSystem.refuse("changeBilling")
    assert.equal((await at.put(body)).status, 409)
    accountSystem.comeBack()
    await assertShown(agreed, `after the refused change to ${Object.values(chosen)}`)
  }
  const { notices, charges } = await bill()
  assert.deepEqual(charges, [{ ...agreed, method: bank }])
  assert.equal(notices.length, 1)
})

test("NOTICE-01 CONTRACT-12 a rejected change authorizes no amount: the card is charged as agreed, without a notice", async () => {
  const agreed = await change(choice("M", card))
  const { body } = await at.agreed(choice("Q", card))
  accountSystem.refuse("changeBilling")
  assert.equal((await at.put(body)).status, 409)
  accountSystem.comeBack()
  assert.deepEqual(await bill(), { notices: [], charges: [{ ...agreed, method: card }] })
})

test("NOTICE-03 a change that is not made yet leaves the screens as they are", async () => {
  await openBooks(app.database, "harbor", [policyNumber], {
    dueDate: "2026-03-08",
    amountDue: 3_460,
  })
  const agreed = await change(choice("Q", card))
  const { body } = await at.agreed(choice("M", card))
  accountSystem.goAway("changeBilling")
  assert.equal((await at.put(body)).status, 503)
  await assertShown(agreed, "while the change waits")
  accountSystem.comeBack()
})
