import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Database } from "#database/open.ts"
import { openTestDatabase } from "#testing/database.ts"
import { payerAccount, payerDue, payerPolicy, payers } from "#testing/payers.ts"
import type { PolicyAdmin } from "../../port.ts"
import { createEmbeddedPolicyAdmin } from "../embedded.ts"
import { loadPeople, type PersonRecord, removeMissing, replacePeople } from "../people.load.ts"
import type { Refresh } from "./records.ts"

const client = "c"
const at = (text: string) => new Date(`2026-03-${text}:00:00Z`)
let now = at("01T12")
let database: Database
let policyAdmin: PolicyAdmin
let payments = 0

before(async () => {
  database = await openTestDatabase()
  policyAdmin = createEmbeddedPolicyAdmin(database, database, { now: () => now })
})
after(() => database.close())

/** Each test has a separate payer, because payments stay. */
let payer = -1
let product = { accountNumber: "", policyNumber: "" }

/** Starts with the next payer, who owes `payerDue`, loaded as of March 1. */
async function start() {
  now = at("01T12")
  payer += 1
  product = { accountNumber: payerAccount(payer), policyNumber: payerPolicy(payer) }
  await load(() => {}, { asOf: at("01T00") })
}

async function load(change: (record: PersonRecord) => void, refresh: Refresh) {
  const record = payers(payer + 1)[payer]
  assert.ok(record)
  change(record)
  return await database.transaction((tx) => loadPeople(tx, client, [record], refresh))
}

async function pay(instant: string, amount = payerDue, billNumbers = [1]) {
  now = at(instant)
  payments += 1
  const paymentId = `00000000-0000-4000-8000-00000000${String(payments).padStart(4, "0")}`
  const paidOn = now.toISOString().slice(0, 10)
  await policyAdmin.applyPayment({ client, ...product, paymentId, amount, paidOn, billNumbers })
  return paymentId
}

async function owed() {
  const bills = await policyAdmin.openBills(client, product.accountNumber, product.policyNumber)
  return bills.reduce((sum, bill) => sum + bill.owed, 0)
}

const rename = ({ person }: PersonRecord) => {
  person.lastName = "Another"
}
const withBilling = (billing: object) => (record: PersonRecord) => {
  Object.assign(record.products[0]?.policy.billing ?? {}, billing)
}

test("REFRESH-01 loading data again never requests the same money twice", async () => {
  await start()
  await pay("02T12")
  assert.equal(await owed(), 0)
  // The old file with another name, with another balance from before the payment, and without asOf.
  assert.deepEqual((await load(rename, { asOf: at("01T00") })).kept, [])
  assert.equal(await owed(), 0)
  await load(withBilling({ adjustment: -100 }), { asOf: at("02T00") })
  assert.equal(await owed(), 100)
  assert.deepEqual((await load(withBilling({ adjustment: -300 }), {})).kept, [product.policyNumber])
  assert.equal(await owed(), 100)
})

test("REFRESH-01 PRIVACY-19 a removed product returns with the payments of the books, or without bills, and never requests paid money again", async () => {
  await start()
  await pay("02T12")
  const remove = async () => {
    await database.transaction((tx) =>
      removeMissing(tx, client, {
        accountNumbers: [product.accountNumber],
        policyNumbers: [product.policyNumber],
      }),
    )
  }
  await remove()
  assert.deepEqual((await load(() => {}, {})).kept, [product.policyNumber])
  assert.equal(await owed(), 0)
  // Repeats this with the same file, and then with the moment until which the file counts.
  assert.deepEqual((await load(() => {}, {})).kept, [product.policyNumber])
  assert.deepEqual((await load(() => {}, { asOf: at("01T00") })).kept, [])
  assert.equal(await owed(), 0)
  await remove()
  await load(() => {}, { asOf: at("03T00") })
  assert.equal(await owed(), payerDue, "the file counts the payment, and asks for another")
})

test("REFRESH-02 the file includes payments until asOf, and later ones are applied on top", async () => {
  await start()
  await pay("02T12")
  const next = withBilling({ dueDate: "2026-04-15", amountPaid: payerDue })
  await load(next, { asOf: at("03T00") })
  assert.equal(await owed(), payerDue)
  await pay("04T12")
  await load(withBilling({ dueDate: "2026-04-15", amountPaid: 2 * payerDue, adjustment: -500 }), {
    asOf: at("03T12"),
  })
  assert.equal(await owed(), 500)
})

test("REFRESH-03 a payment in progress during the load is applied to the new balance, also by its old bill number", async () => {
  await start()
  await Promise.all([
    load(withBilling({ pastDueAmount: payerDue }), { asOf: at("02T00") }),
    pay("02T12"),
  ])
  assert.equal(await owed(), payerDue)
  await pay("02T13", payerDue, [7])
  assert.equal(await owed(), 0)
})

test("REFRESH-04 reversals of payments are included once, before or after asOf", async () => {
  await start()
  const early = await pay("02T12")
  const late = await pay("05T12", 1_000)
  await load(withBilling({ amountDue: 0, dueDate: "2026-04-15" }), { asOf: at("04T00") })
  assert.equal(await owed(), 0)
  now = at("06T12")
  await policyAdmin.returnPayment(client, late, "2026-03-06")
  await policyAdmin.refundPayment({
    client,
    paymentId: early,
    refundId: "r1",
    amount: 300,
    refundedOn: "2026-03-06",
    reopens: true,
  })
  assert.equal(await owed(), 300)
  // A file from the time between the refund and the return of the rest.
  await load(withBilling({ amountDue: 300, dueDate: "2026-04-15" }), { asOf: at("07T00") })
  assert.equal(await owed(), 300)
  now = at("08T12")
  await policyAdmin.returnPayment(client, early, "2026-03-08")
  assert.equal(await owed(), payerDue)
  await load(withBilling({ amountDue: 300, dueDate: "2026-04-15", adjustment: -1 }), {
    asOf: at("07T12"),
  })
  assert.equal(await owed(), payerDue + 1)
})

test("REFRESH-04 a bill that staff reopened after its refund is owed, before or after asOf", async () => {
  await start()
  const paymentId = await pay("02T12")
  now = at("03T12")
  const refunded = { client, paymentId, refundId: `refund of ${paymentId}`, amount: 500 }
  await policyAdmin.refundPayment({ ...refunded, refundedOn: "2026-03-03", reopens: false })
  assert.equal(await owed(), 0)
  now = at("05T12")
  const reversal = { client, ...product, on: "2026-03-05", note: "Pays by check" }
  const reverses = refunded.refundId
  const opened = { ...reversal, reversalId: `opened ${paymentId}`, reverses }
  assert.equal(await policyAdmin.reverseCorrection(opened), 500)
  assert.equal(await owed(), 500)
  const next = { dueDate: "2026-04-15", amountPaid: payerDue }
  for (const [asOf, billing, sum] of [
    ["01T12", { adjustment: -1 }, 501],
    ["02T18", { ...next, amountDue: 0, adjustment: -2 }, 502],
    ["04T00", { ...next, amountDue: 0, adjustment: -3 }, 503],
    ["06T00", { ...next, amountDue: 500, adjustment: -4 }, 504],
  ] as const) {
    await load(withBilling(billing), { asOf: at(asOf) })
    assert.equal(await owed(), sum, asOf)
  }
  now = at("07T12")
  await policyAdmin.returnPayment(client, paymentId, "2026-03-07")
  assert.equal(await owed(), payerDue + 4, "the refund and the return together")
})

test("REFRESH-05 staff's credits and write-offs after asOf stay, and are reported once", async () => {
  await start()
  now = at("02T12")
  const correction = { client, ...product, amount: 200, on: "2026-03-02", note: "Goodwill" }
  await policyAdmin.postCredit({ ...correction, creditId: "credit 1" })
  await policyAdmin.writeOff({ ...correction, writeOffId: "off 1", billNumber: 1, amount: 300 })
  assert.equal(await owed(), payerDue - 500)
  const before = await policyAdmin.postings(client, "2026-03-01", "2026-03-31")
  await load(withBilling({ adjustment: -50 }), { asOf: at("01T18") })
  assert.equal(await owed(), payerDue - 450)
  assert.deepEqual(await policyAdmin.postings(client, "2026-03-01", "2026-03-31"), before)
  const reverses = { ...correction, reversalId: "back 1", reverses: "credit 1" }
  assert.equal(await policyAdmin.reverseCorrection(reverses), 200)
  assert.equal(await owed(), payerDue - 250)
})

test("REFRESH-06 contact data, subscription and auto pay that were changed here after asOf stay", async () => {
  await start()
  const person = await policyAdmin.person(client, product.accountNumber)
  assert.ok(person)
  now = at("02T12")
  const contact = { ...person, phoneNumber: "2075550177" }
  assert.ok(
    await policyAdmin.changeContact(client, product.accountNumber, person.contactVersion, contact),
  )
  await policyAdmin.setEmailSubscribed(client, product.accountNumber, false)
  await policyAdmin.skipCharge({ client, ...product, dueDates: ["2026-03-15"] })
  const policy = await policyAdmin.policy(client, product.accountNumber, product.policyNumber)
  const { frequencyCode = "", paymentMethodRecordId = null } = policy?.policy.billing ?? {}
  const wanted = { frequencyCode, paymentMethodRecordId: "PM-9", paymentMethodLabel: "Visa" }
  await policyAdmin.changeBilling({
    client,
    ...product,
    changedOn: "2026-03-02",
    seen: { frequencyCode, paymentMethodRecordId },
    wanted,
  })
  const renamed = (record: PersonRecord) => {
    rename(record)
    Object.assign(record.products[0]?.policy ?? {}, { policyStatus: "Other" })
  }
  const state = async () => {
    const after = await policyAdmin.account(client, product.accountNumber)
    const { billing } = after?.products[0] ?? {}
    const { lastName, phoneNumber, isEmailSubscribed } = after?.person ?? {}
    return [
      lastName,
      phoneNumber,
      isEmailSubscribed,
      billing?.paymentMethodRecordId,
      billing?.skippedDueDates,
    ]
  }
  await load(renamed, { asOf: at("02T00") })
  assert.deepEqual(await state(), ["Another", "2075550177", false, "PM-9", ["2026-03-15"]])
  // Data that include the changes replace them.
  const last = (record: PersonRecord) => {
    renamed(record)
    record.person.lastName = "Last"
    Object.assign(record.products[0]?.policy ?? {}, { policyStatus: "Last" })
  }
  await load(last, { asOf: at("03T00") })
  assert.deepEqual(await state(), [
    "Last",
    person.phoneNumber,
    person.isEmailSubscribed,
    paymentMethodRecordId,
    ["2026-03-15"],
  ])
})

test("REFRESH-07 records older than the loaded ones are left out, unless they are forced", async () => {
  await start()
  const late = withBilling({ adjustment: -100 })
  await load(late, { asOf: at("05T00") })
  const older = (record: PersonRecord) => {
    rename(record)
    withBilling({ adjustment: -700 })(record)
  }
  assert.deepEqual((await load(older, { asOf: at("04T00") })).older, [product.policyNumber])
  assert.equal(await owed(), payerDue + 100)
  await load(older, { asOf: at("04T00"), isForced: true })
  assert.equal(await owed(), payerDue + 700)
})

test("REFRESH-08 a removed person who returns owes nothing that they paid after asOf", async () => {
  await start()
  await pay("02T12")
  await database.transaction((tx) => replacePeople(tx, client, []))
  assert.equal(await policyAdmin.person(client, product.accountNumber), undefined)
  await load(() => {}, { asOf: at("01T00") })
  assert.equal(await owed(), 0)
})
