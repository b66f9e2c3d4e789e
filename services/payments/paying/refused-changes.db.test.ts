import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { usernameOf } from "#contracts/identity/userid.ts"
import { sql } from "#database/sql.ts"
import { type AccountSystem, createAccountSystem } from "#testing/account-system.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { logLines } from "#testing/log-lines.ts"
import { openBooks } from "#testing/opened-books.store.ts"
import {
  type AtAutoPay,
  monthlyByCard,
  policyNumber,
  siobhanAtAutoPay,
} from "../auto-pay/auto-pay-fixture.ts"
import { listPostingFailures } from "./posting-failures.ts"

let app: TestApp
let at: AtAutoPay
let accountSystem: AccountSystem
const errors: string[] = []

before(async () => {
  app = await startTestApp({
    logTo: logLines((line) => {
      const { level, msg, detail } = JSON.parse(line)
      if (level >= 50) errors.push(`${msg} ${detail}`)
    }),
    policyAdmin(database) {
      accountSystem = createAccountSystem(database)
      return accountSystem.policyAdmin
    },
  })
  at = await siobhanAtAutoPay(app)
  const due = { dueDate: "2026-03-19", amountDue: 3_460 }
  await openBooks(app.database, "harbor", [policyNumber], due)
})
after(() => app.close())

async function openRows(): Promise<number> {
  const [row] = await app.database.rows<{ count: number }>(
    sql`select (select count(*) from myaccount_core.auto_pay_change where state = 'asked')::int
      + (select count(*) from myaccount_core.auto_pay_skip where state = 'asked')::int
      + (select count(*) from myaccount_core.contact_change)::int as count`,
  )
  return row?.count ?? -1
}

const refusedWords =
  "We could not make this change, so everything is as it was. Please call us, and we will help you."

test("CONTRACT-12 a change or skip that the account system rejects is closed, the customer is notified, and the next one is made", async () => {
  const { siobhan } = at
  assert.equal((await at.put((await at.agreed(monthlyByCard)).body)).status, 200)
  const { dueDate: chargeDate } = await at.productNow()
  const asked = { ...siobhan.body, policyNumber, hostName: siobhan.host, chargeDate }
  const skip = () => siobhan.browser.call(siobhan.host, "PUT /myaccount-core/autoPay/skip", asked)
  accountSystem.refuse("skipCharge")
  assert.deepEqual((await skip()).messageIds, ["accountSystem.refused"])
  assert.equal(await openRows(), 0)
  assert.deepEqual(await listPostingFailures(app.database), [])

  const off = { frequencyCode: "M", paymentMethodRecordId: null }
  const { body } = await at.agreed(off)
  accountSystem.refuse("changeBilling")
  const { status, messageIds, text } = await at.put(body)
  assert.deepEqual([status, messageIds], [409, ["accountSystem.refused"]])
  assert.ok(text.includes(refusedWords), text)
  assert.equal(await openRows(), 0)
  assert.equal((await at.productNow()).currentPaymentMethodRecordId, "T-CARD")

  assert.deepEqual(errors.splice(0), [
    "The account system refused a posting. skipCharge 422 invalid amount",
    "The account system refused a change of auto pay. changeBilling 422 invalid amount",
  ])

  accountSystem.comeBack()
  assert.equal((await skip()).status, 200)
  assert.equal((await at.put(body)).status, 200)
  assert.equal((await at.productNow()).currentPaymentMethodRecordId, "00")
})

test("CONTRACT-12 contact data that the account system rejects stay as they are, and no email is sent", async () => {
  const { browser, host, body } = at.siobhan
  const { firstName, lastName, ...rest } = body
  const asked = { ...rest, policyHolder: { firstName, lastName } }
  const profileOf = async () =>
    (await browser.call(host, "POST /myaccount-core/profile", asked)).reply.profile
  const { address, phoneNumber, policyHolder, contactVersion, userId } = await profileOf()
  const typed = { ...address, phoneNumber: "2125550188", contactVersion, hostName: host }
  const { emailAddress, personNumber } = policyHolder
  const change = { ...typed, emailAddress, personNumber, username: usernameOf(userId) }
  const save = () =>
    browser.call(host, "PUT /myaccount-core/profile", { ...change, clientLoginIp: "" })
  const mails = (await app.sentEmails()).length
  accountSystem.refuse("changeContact")
  assert.deepEqual((await save()).messageIds, ["accountSystem.refused"])
  assert.equal(await openRows(), 0)
  assert.equal((await profileOf()).phoneNumber, phoneNumber)
  assert.equal((await app.sentEmails()).length, mails)
  assert.deepEqual(errors, [])
  accountSystem.comeBack()
  assert.equal((await save()).status, 200)
})
