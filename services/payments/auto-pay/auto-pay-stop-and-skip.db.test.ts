import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { customerOf } from "#testing/customer.ts"
import { openBooks } from "#testing/opened-books.store.ts"
import { supportHost } from "#testing/staff.ts"
import {
  type AtAutoPay,
  monthlyByCard,
  policyNumber,
  siobhanAtAutoPay,
} from "./auto-pay-fixture.ts"

const skipCall = "PUT /myaccount-core/autoPay/skip"
const staffCall = "GET /myaccount-core/agent/bills"
const off = { frequencyCode: "M", paymentMethodRecordId: null }

let app: TestApp
let at: AtAutoPay

// A charge or a skip in one test would move the next charge of another.
beforeEach(async () => {
  app = await startTestApp()
  at = await siobhanAtAutoPay(app)
  await at.restore()
  const due = { dueDate: "2026-03-19", amountDue: 3_460 }
  await openBooks(app.database, "harbor", [policyNumber], due)
})

afterEach(() => app.close())

async function setUp() {
  const { body } = await at.agreed(monthlyByCard)
  assert.equal((await at.put(body)).status, 200)
}

async function skip(chargeDate: string, customer = at.siobhan) {
  const hostName = customer.host
  const body = { ...customer.body, policyNumber, hostName, chargeDate }
  return await customer.browser.call(customer.host, skipCall, body)
}

async function isPastDue() {
  await openBooks(app.database, "harbor", [policyNumber], {
    dueDate: "2026-02-20",
    amountDue: 3_460,
    pastDueAmount: 3_460,
  })
}

test("AGREED-05 a person skips the next debit; the bill stays due, and auto pay continues", async () => {
  await setUp()
  const { dueDate } = await at.productNow()
  const before = (await auditLog(app.database, "harbor")).length
  const answers = await Promise.all([skip(dueDate), skip(dueDate), skip(dueDate)])
  answers.push(await skip(dueDate))
  for (const { status, reply, text } of answers) {
    assert.equal(status, 200, text)
    assert.equal(reply.messages[0]?.messageId, "autoPay.skipped")
    assert.match(text, /will not charge \$36\.10/)
    assert.match(text, /Auto Pay continues with \$36\.10 on [A-Z][a-z]{2}, Apr /)
  }
  const entries = (await auditLog(app.database, "harbor")).slice(before)
  assert.deepEqual(
    entries.filter(({ action }) => action === "autoPay.skip").map(({ after }) => after?.amount),
    ["$36.10"],
  )
  const product = await at.productNow()
  assert.equal(product.amountDue, "36.10")
  assert.match(
    product.paymentStatus,
    /^Due [A-Z][a-z]{2}, Mar \d+$/,
    "it must be paid in another way",
  )
  assert.equal(product.paymentAction.payNowLink.disable, "N")
  const mail = await app.readMail("siobhan.obrien@example.com", "You skipped an Auto Pay charge")
  assert.match(mail.text, /will not charge \$36\.10 on Mar /)
  assert.match(
    mail.text,
    /on Mar \d+, 2026\. The bill of \$36\.10 is still due on Mar \d+, 2026: please pay it another way/,
  )
})

test("AGENT-07 staff see an auto pay product's notices, next charge and skipped charge as the customer does", async () => {
  await setUp()
  const kim = app.browser()
  await kim.signIn(supportHost, "agent.kim")
  const { browser, host, body } = at.siobhan
  const query = { client: "harbor", accountNumber: body.accountNumber }
  const seenByStaff = async () => {
    const { reply } = await kim.call(supportHost, staffCall, undefined, { query })
    return reply.products.find((product) => product.policyNumber === policyNumber)?.autoPay
  }
  const seenByCustomer = async () => {
    const { reply } = await browser.call(host, "POST /myaccount-core/nextCharges", body)
    const next = reply.nextCharges.find((charge) => charge.policyNumber === policyNumber)
    return next && { amount: next.paymentAmount, date: next.dueDate }
  }
  const first = await seenByCustomer()
  assert.ok(first)
  assert.deepEqual((await seenByStaff())?.nextCharge, first)
  await skip(first.date)
  const after = await seenByStaff()
  assert.deepEqual(after?.skippedCharges, [first.date])
  assert.deepEqual(after.nextCharge, await seenByCustomer())
  assert.notDeepEqual(after.nextCharge, first)
})

test("AGREED-05 a debit of today, a different debit, or none cannot be skipped", async () => {
  assert.deepEqual((await skip("03/19/2026")).messageIds, ["autoPay.nothingToSkip"])
  await setUp()
  assert.deepEqual((await skip("12/31/2030")).messageIds, ["autoPay.skipChanged"])
  const maria = await customerOf(app, "maria.santos", "harbor")
  assert.equal((await skip("03/19/2026", maria)).status, 404)
  await at.restore()
  await openBooks(app.database, "harbor", [policyNumber], {
    dueDate: "2026-03-02",
    amountDue: 3_460,
  })
  await setUp()
  assert.deepEqual((await skip("03/02/2026")).messageIds, ["autoPay.skipTooLate"])
  assert.deepEqual((await at.productNow()).amountDue, "34.60")
})

test("AGREED-06 auto pay can be ended while something is past due, and no debt changes", async () => {
  await setUp()
  await isPastDue()
  const { body: change } = await at.agreed({ ...monthlyByCard, paymentMethodRecordId: "T-BANK" })
  assert.deepEqual((await at.put(change)).messageIds, ["autoPay.notPossible"])
  const owed = (await at.productNow()).amountDue
  const { text, body } = await at.agreed(off)
  assert.match(text, /end Auto Pay/)
  const answer = await at.put(body)
  assert.equal(answer.status, 200, answer.text)
  const product = await at.productNow()
  assert.equal(product.currentPaymentMethodRecordId, "00")
  assert.equal(product.amountDue, owed)
  assert.equal((await at.put(body)).status, 200, "the same end again")
})

test("AGREED-06 auto pay of a lapsed product can be ended, and nothing else about it can be changed", async () => {
  await setUp()
  const setActive = async (active: boolean) =>
    await app.database.rows(sql`update policy_admin.policy set active = ${active}
      where client = 'harbor' and policy_number = ${policyNumber}`)
  const { body: change } = await at.agreed({ ...monthlyByCard, paymentMethodRecordId: "T-BANK" })
  await setActive(false)
  try {
    assert.equal((await at.put(change)).status, 409)
    const { body } = await at.agreed(off)
    for (let copy = 0; copy < 2; copy += 1) {
      const answer = await at.put(body)
      assert.equal(answer.status, 200, answer.text)
    }
    assert.equal((await at.productNow()).currentPaymentMethodRecordId, "00")
  } finally {
    await setActive(true)
  }
})

/** An auto pay charge of $34.60, as the billing run stores it. */
function underWay(key: string) {
  const { accountNumber } = at.siobhan.body
  return sql`insert into myaccount_core.payment (id, client, account_number, policy_number, number,
      idempotency_key, origin, amount, product_desc, gateway, method_reference, method_record_id,
      method_kind, method_label, method_last_four, site_address, status, submitted_at, bill_numbers)
    select gen_random_uuid(), 'harbor', ${accountNumber}, ${policyNumber},
      1 + coalesce(max(number), 0), ${key}, 'autoPay', 34.60, '', 'sandbox', '', 'T-CARD', 'card',
      '', '', '', 'submitted', now(), array(select number from policy_admin.bill b
        where b.client = 'harbor' and b.policy_number = ${policyNumber} and b.due_date = '2026-03-02')
    from myaccount_core.payment where client = 'harbor' and policy_number = ${policyNumber}`
}

async function changesNow() {
  return await app.database.rows(
    sql`select authorization_id from myaccount_core.auto_pay_change
      where client = 'harbor' and policy_number = ${policyNumber}`,
  )
}

test("AGREED-06 a person who ends auto pay while a charge is under way reads and signs that it is still made", async () => {
  const due = { dueDate: "2026-03-02", amountDue: 3_460 }
  await openBooks(app.database, "harbor", [policyNumber], due)
  await setUp()
  const { text: early, body: before } = await at.agreed(off)
  assert.match(early, /<strong>\$34\.60<\/strong>, due on Mar 2, 2026/)
  await app.database.rows(underWay("under way"))
  const { body: change } = await at.agreed({ ...monthlyByCard, paymentMethodRecordId: "T-BANK" })
  assert.deepEqual((await at.put(change)).messageIds, ["autoPay.paymentOpen"])
  const stored = await changesNow()
  assert.deepEqual((await at.put(before)).messageIds, ["authorization.changed"])
  assert.deepEqual(await changesNow(), stored, "no text is stored that is not true any more")
  const { text, body } = await at.agreed(off)
  assert.match(text, /<strong>\$34\.60<\/strong>, due on Apr 2, 2026/)
  assert.match(
    text,
    /A charge of \$34\.60 is under way and will still be made\. If it fails, I pay/,
  )
  const answer = await at.put(body)
  const messages = answer.reply.messages.map(({ messageId }) => messageId)
  assert.deepEqual(messages, ["autoPay.removed", "autoPay.underWay"], answer.text)
  assert.match(answer.text, /The next one is \$34\.60, due on Thu, Apr 2/)
  assert.match(answer.text, /A charge of \$34\.60 is under way and will still be made/)
  assert.equal((await at.productNow()).currentPaymentMethodRecordId, "00")
  const mail = await app.readMail("siobhan.obrien@example.com", "Auto Pay has ended")
  assert.match(mail.text, /A charge of \$34\.60 is under way and will still be made/)
  assert.match(mail.text, /Apr 2, 2026/)
  assert.doesNotMatch(mail.text, /Mar 2, 2026/)
  await app.database.rows(
    sql`update myaccount_core.payment set status = 'declined' where idempotency_key = 'under way'`,
  )
})

test("AGREED-06 no change is stored if a charge was recorded after the product was read", async () => {
  await setUp()
  const { body } = await at.agreed(off)
  const stored = await changesNow()
  // The charge is posted at the same time, so that only the payment number reveals it.
  await app.database.rows(sql`create function myaccount_core.charged() returns trigger
    language plpgsql as $$ begin
      insert into myaccount_core.payment (id, client, account_number, policy_number, number,
        idempotency_key, origin, amount, product_desc, gateway, method_reference, method_record_id,
        method_kind, method_label, method_last_four, site_address, status, submitted_at)
      select gen_random_uuid(), new.client, new.account_number, new.policy_number,
        1 + coalesce(max(number), 0), 'meanwhile', 'autoPay', 1, '', 'sandbox', '', 'T-CARD', 'card',
        '', '', '', 'declined', now()
      from myaccount_core.payment where client = new.client and policy_number = new.policy_number;
      return new;
    end $$`)
  await app.database.rows(sql`create trigger charged before insert on myaccount_core."authorization"
    for each row execute function myaccount_core.charged()`)
  const refused = await at.put(body)
  assert.deepEqual(refused.messageIds, ["autoPay.changed"], refused.text)
  await app.database.rows(sql`drop trigger charged on myaccount_core."authorization"`)
  await app.database.rows(sql`drop function myaccount_core.charged()`)
  assert.deepEqual(await changesNow(), stored)
  assert.equal((await at.productNow()).currentPaymentMethodRecordId, "T-CARD")
  assert.equal((await at.put(body)).status, 200)
})

test("AGREED-06 a request to end auto pay waits behind an open change, and is made after it", async () => {
  await setUp()
  const { body: change } = await at.agreed({ ...monthlyByCard, paymentMethodRecordId: "T-BANK" })
  const { body: end } = await at.agreed(off)
  await app.database.rows(sql`create function policy_admin.away() returns trigger language plpgsql
    as 'begin raise exception ''shutting down'' using errcode = ''57P03''; end'`)
  await app.database.rows(sql`create trigger away before update on policy_admin.billing
    for each row execute function policy_admin.away()`)
  assert.deepEqual((await at.put(change)).messageIds, ["autoPay.pending"])
  assert.deepEqual((await at.put(end)).messageIds, ["autoPay.pending"])
  assert.deepEqual((await at.put(end)).messageIds, ["autoPay.pending"])
  await app.database.rows(sql`drop trigger away on policy_admin.billing`)
  await app.database.rows(sql`drop function policy_admin.away()`)
  const answer = await at.put(end)
  assert.equal(answer.status, 200, answer.text)
  assert.equal((await at.productNow()).currentPaymentMethodRecordId, "00")
})
