import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { bankDebitText } from "#contracts/payments/payment-method-rules.ts"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { type Customer, customerOf } from "#testing/customer.ts"
import { bankToken } from "#testing/gateway-tokens.ts"

const accountToVerify = "000100000005"
let app: TestApp
let maria: Customer

before(async () => {
  app = await startTestApp()
  maria = await customerOf(app, "maria.santos", "harbor")
})

after(() => app.close())

/** Adds a bank account; returns its record id. */
async function addBank(account: string, more: object = {}): Promise<string> {
  const body = {
    cardHolderName: "Maria Santos & Sons",
    addressLine1: "48 Lighthouse Road",
    addressLine2: "",
    addressLine3: "",
    city: "South Portland",
    state: "ME",
    zipCode: "04106",
    username: "maria.santos",
    isCheckingAccount: true,
    isSavingAccount: false,
    nameOnAccount: "Maria Santos",
    originalRoutingNumber: "",
    accountNumber: await bankToken(app.gateway, account),
    paymentType: "C",
    methodType: "Checking",
    ...more,
  }
  const { reply, text } = await maria.browser.call(
    maria.host,
    "POST /myaccount-core/paymentMethod",
    body,
  )
  const [added] = reply.paymentMethods
  assert.ok(added, text)
  return added.paymentRecordId
}

async function mailsAbout(subject: string) {
  await app.rounds.get("email delivery")?.()
  return (await app.sentEmails()).filter((mail) => mail.subject.includes(subject))
}

/** Continues `days` later, and runs the reminders twice at once. */
async function remindersAfter(days: number): Promise<number> {
  app.clock.advance({ days })
  const remind = app.rounds.get("deposit reminders")
  assert.ok(remind)
  await Promise.all([remind(), remind()])
  return (await mailsAbout("Please verify your bank account")).length
}

test("METHODS-16 the email about a bank account confirms the authorization with its facts and its exact text, also if it is for one payment", async () => {
  await addBank("000123456789")
  await addBank("000123456789", { addPaymentMethodFrom: "paynow", rememberPaymentMethod: "N" })
  const mails = await mailsAbout("A payment method was added")
  assert.equal(mails.length, 2)
  const agreed = bankDebitText("Harbor Mutual", "(800) 555-0142")
  for (const { text, html } of mails) {
    for (const body of [text, plain(html)]) {
      const words = body.replace(/\s+/g, " ")
      for (const fact of [
        "Authorized on:? Mar 2, 2026 at 7:00 AM EST",
        "Account holder:? Maria Santos & Sons",
        "Bank:? Sandbox Bank",
        "Routing number:? 110000000",
        "Account number ending in:? 6789",
      ]) {
        assert.match(words, new RegExp(fact))
      }
      assert.ok(words.includes(agreed), words)
    }
  }
  const stored = await app.database.rows(
    sql`select 1 from myaccount_core.payment_method m
      where to_jsonb(m)::text like '%110000000%'
      union all select 1 from myaccount_core.payment_method_request r
      where to_jsonb(r)::text like '%110000000%'`,
  )
  assert.deepEqual(stored, [])
})

function plain(html: string): string {
  return html
    .replace(/<\/?span[^>]*>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
}

test("METHODS-16 a customer is reminded once, on the third day, of an account that is not verified", async () => {
  await addBank(accountToVerify)
  const failed = await addBank(accountToVerify)
  const verified = await addBank(accountToVerify)
  await app.database.rows(sql`update myaccount_core.payment_method set verification_failed = true
    where record_id = ${failed}`)
  await app.database.rows(sql`update myaccount_core.payment_method set verify_at = ''
    where record_id = ${verified}`)
  assert.equal(await remindersAfter(2), 0)
  assert.equal(await remindersAfter(1), 1)
  assert.equal(await remindersAfter(1), 1)
  const [{ text = "" } = {}] = await mailsAbout("Please verify your bank account")
  assert.match(text, /two\s+small\s+deposits/)
  assert.match(text, /within\s+10\s+days/)
  assert.match(text, /only\s+a\s+few\s+tries/)
})

test("METHODS-16 screens describe one deposit with a code, or two amounts", async () => {
  // The earlier session has ended.
  maria = await customerOf(app, "maria.santos", "harbor")
  const recordId = await addBank(accountToVerify)
  const shown = async () => {
    const { reply } = await maria.browser.call(
      maria.host,
      "POST /myaccount-core/paymentMethods",
      maria.body,
    )
    return reply.paymentMethods.find((one) => one.paymentRecordId === recordId)?.verifyMessage
  }
  assert.match((await shown()) ?? "", /shows two small deposits\. Please enter their amounts/)
  await app.database.rows(sql`update myaccount_core.payment_method set deposits = 'code'
    where record_id = ${recordId}`)
  assert.match((await shown()) ?? "", /shows a deposit of \$0\.01 whose .* begins with SM\./)
})
