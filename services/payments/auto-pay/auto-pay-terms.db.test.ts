import assert from "node:assert/strict"
import { after, before, beforeEach, test } from "node:test"
import { dollarsOf } from "#contracts/money.ts"
import type { PaymentChoice } from "#contracts/payments/auto-pay-rules.ts"
import { sql } from "#database/sql.ts"
import { dateInWords, dateOnScreen, shownDate } from "#platform/text/dates.ts"
import { paragraphsOf } from "#platform/text/plain-text.ts"
import { createEmbeddedPolicyAdmin } from "#ports/policy-admin/embedded/embedded.ts"
import type { OpenBill, PolicyAdmin } from "#ports/policy-admin/port.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { openBooks } from "#testing/opened-books.store.ts"
import {
  type AtAutoPay,
  monthlyByCard,
  policyNumber,
  siobhanAtAutoPay,
} from "./auto-pay-fixture.ts"

const skipCall = "PUT /myaccount-core/autoPay/skip"
const today = "2026-03-02"
const dueDate = "2026-03-19"

let app: TestApp
let at: AtAutoPay
let policyAdmin: PolicyAdmin

before(async () => {
  app = await startTestApp()
  at = await siobhanAtAutoPay(app)
  policyAdmin = createEmbeddedPolicyAdmin(app.database)
})

after(() => app.close())

beforeEach(() => reset())

async function reset() {
  await at.restore()
  await app.database.rows(sql`delete from myaccount_core.announced_charge`)
  await app.database.rows(sql`delete from policy_admin.skipped_charge`)
  await app.database.rows(sql`delete from myaccount_core.auto_pay_skip`)
}

const account = () => ({ client: "harbor", accountNumber: at.siobhan.body.accountNumber })

async function openBills(): Promise<OpenBill[]> {
  return await policyAdmin.openBills("harbor", account().accountNumber, policyNumber)
}

async function isOpen(balance: Parameters<typeof openBooks>[3]) {
  await openBooks(app.database, "harbor", [policyNumber], balance)
}

async function change(chosen: PaymentChoice) {
  await app.settle()
  const { text, body } = await at.agreed(chosen)
  const { status, text: answer, reply } = await at.put(body)
  const said = status === 200 ? reply.messages.flatMap(({ content }) => content).join(" ") : answer
  return { text: paragraphsOf(text).join(" "), status, answer: said }
}

async function skip(on: string) {
  const { browser, host, body } = at.siobhan
  const asked = { ...body, policyNumber, hostName: host, chargeDate: shownDate(on) }
  const { status, text } = await browser.call(host, skipCall, asked)
  assert.equal(status, 200, text)
  return text
}

const onAutoPay = async () => assert.equal((await change(monthlyByCard)).status, 200)

/** State of the bills when the person opens the dialog. */
const states: Record<string, () => Promise<void>> = {
  paid: () => isOpen({ dueDate }),
  open: () => isOpen({ dueDate, amountDue: 3_460 }),
  skipped: async () => {
    await isOpen({ dueDate, amountDue: 3_460 })
    await onAutoPay()
    await skip(dueDate)
  },
  "past due": async () => {
    await isOpen({ dueDate, amountDue: 3_460 })
    await onAutoPay()
    const [bill] = await openBills()
    await app.database.rows(
      sql`insert into policy_admin.bill (client, policy_number, book, number, replaces, issued_on,
          period_from, period_to, due_date, frequency_code, premium, fee, adjustment, credit)
        select l.client, l.policy_number, l.book, 0, null, '2026-01-20', '2026-02-19', '2026-03-18',
          '2026-02-19', 'M', 3460, 150, 0, 0
        from policy_admin.bill l join policy_admin.billing b using (client, policy_number, book)
        where l.client = 'harbor' and l.policy_number = ${policyNumber} and l.number = ${bill?.number ?? 1}`,
    )
  },
  "covered by a credit": async () => {
    await isOpen({ dueDate })
    const credit = { ...account(), policyNumber, creditId: crypto.randomUUID() }
    await policyAdmin.postCredit({ ...credit, amount: 100_000_000, on: today, note: "" })
  },
}

const off = { frequencyCode: "M", paymentMethodRecordId: null }
const byBank = { frequencyCode: "M", paymentMethodRecordId: "T-BANK" }
const changes: { from: PaymentChoice; to: PaymentChoice }[] = [
  { from: off, to: monthlyByCard },
  { from: off, to: { ...off, frequencyCode: "Q" } },
  { from: monthlyByCard, to: byBank },
  { from: monthlyByCard, to: { ...monthlyByCard, frequencyCode: "Q" } },
  { from: monthlyByCard, to: { ...byBank, frequencyCode: "Q" } },
  { from: monthlyByCard, to: off },
  { from: monthlyByCard, to: { ...off, frequencyCode: "Q" } },
]

for (const [state, enter] of Object.entries(states)) {
  test(`AGREED-09 text and message list each bill as a change leaves it: ${state}`, async () => {
    let made = 0
    for (const { from, to } of changes) {
      await reset()
      await enter()
      const { currentPaymentMethodRecordId } = await at.productNow()
      const isOnAutoPay = currentPaymentMethodRecordId !== "00"
      if (isOnAutoPay !== (from.paymentMethodRecordId !== null)) {
        const { status, answer } = await change(from)
        if (status !== 200) continue
        assert.equal(status, 200, answer)
      }
      const earlier = await openBills()
      const { text, status, answer } = await change(to)
      if (status !== 200) assert.deepEqual(await openBills(), earlier, "a refused change")
      else await checkTexts([text, answer], to)
      if (status === 200) made += 1
    }
    assert.ok(made > 0, `changes in the state ${state}`)
  })
}

/** Compares the texts with the books after the change. */
async function checkTexts(texts: string[], { paymentMethodRecordId }: PaymentChoice) {
  const { client, accountNumber } = account()
  const question = { today, minimum: 50 }
  const next = await policyAdmin.nextCharge(client, accountNumber, policyNumber, question)
  const bills = await openBills()
  // The reply has the dates of screens, unlike the authorization and the email.
  for (const [index, text] of texts.entries()) {
    const dated = index === 1 ? dateOnScreen(Temporal.PlainDate.from(today)) : dateInWords
    if (next) {
      const on = paymentMethodRecordId === null ? next.dueDates[0] : next.date
      if (paymentMethodRecordId === null && bills[0]) {
        assert.deepEqual([next.amount, on], [bills[0].owed, bills[0].dueDate])
      }
      assert.ok(text.includes(dollarsOf(next.amount)), `${text}: ${next.amount}`)
      assert.ok(text.includes(dated(on ?? null)), `${text}: ${on}`)
    } else {
      assert.match(text, /the amount that (my|your) credit does not cover/)
      assert.match(text, /the first due date that (my|your) credit does not cover/)
    }
    for (const { owed, dueDate: due } of bills) {
      if (next?.dueDates.includes(due)) continue
      assert.ok(text.includes(`${dollarsOf(owed)}, due on ${dated(due)}`), text)
    }
  }
}

test("AGREED-09 a skipped bill is listed in each text, and no change of auto pay replaces it", async () => {
  await states.skipped?.()
  const skipped = await openBills()
  const quarterly = await change({ ...monthlyByCard, frequencyCode: "Q" })
  assert.match(quarterly.text, /\$36\.10, due on Mar 19, 2026 \(I pay it myself\)/)
  assert.match(quarterly.answer, /\$36\.10, due on Thu, Mar 19 \(please pay it yourself\)/)
  assert.deepEqual(await openBills(), skipped)
  assert.equal((await change(monthlyByCard)).status, 200)
  const stopped = await change(off)
  assert.match(stopped.text, /My next bill is \$34\.60, due on Mar 19, 2026/, "without the fee")
  assert.match(stopped.answer, /The next one is \$34\.60, due on Thu, Mar 19/)
  const added = await change(monthlyByCard)
  assert.match(added.text, /Other open bills: \$34\.60, due on Mar 19, 2026 \(I pay it myself\)/)
  const setUp = await app.readMail("siobhan.obrien@example.com", "Auto Pay is set up")
  assert.match(setUp.text, /Other open bills: \$3\d\.\d0, due on Mar 19, 2026/)
})

test("AGREED-09 a bill that a change leaves without a fee is charged without it, as its texts state", async () => {
  const later = /Each charge after .{0,70} and a billing fee of \$1\.50\./
  const changes = [monthlyByCard, { ...monthlyByCard, frequencyCode: "Q" }]
  for (const chosen of changes) {
    await reset()
    await isOpen({ dueDate: today, amountDue: 3_460 })
    const { text, status, answer } = await change(chosen)
    assert.equal(status, 200, answer)
    assert.match(text, /\$34\.60/)
    assert.match(text, later)
    await checkTexts([text, answer], chosen)
  }
  for (const subject of ["Auto Pay is set up", "Auto Pay and payment frequency changed"]) {
    const { text } = await app.readMail("siobhan.obrien@example.com", subject)
    assert.match(text, /Next charge: \$34\.60\n/)
    assert.match(text, /Each payment after that: [^\n]*including a \$1\.50 billing fee/)
    assert.doesNotMatch(text, /Each charge includes/)
  }
})

test("AGREED-05 a skip shows the due date of the bill, which differs from the day of the charge", async () => {
  await isOpen({ dueDate: "2026-03-08", amountDue: 3_460 })
  await app.database.rows(sql`update policy_admin.billing
    set payment_method_record_id = 'T-CARD', payment_method_label = 'VISA ending in 4242'
    where client = 'harbor' and policy_number = ${policyNumber}`)
  const { browser, host, body } = at.siobhan
  const { reply } = await browser.call(host, "POST /myaccount-core/nextCharges", body)
  const [charge] = reply.nextCharges.filter((one) => one.policyNumber === policyNumber)
  assert.equal(charge?.dueDate, "03/12/2026")
  assert.deepEqual(charge?.dueDates, ["03/08/2026"])
  const answer = await skip("2026-03-12")
  assert.match(answer, /on Thu, Mar 12\. The bill of \$34\.60 is still due on Sun, Mar 8/)
  const mail = await app.readMail("siobhan.obrien@example.com", "You skipped an Auto Pay charge")
  assert.match(mail.text, /The bill of \$34\.60 is still due on Mar 8, 2026/)
})
