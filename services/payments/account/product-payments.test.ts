import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import type { ComingBill, Policy } from "#ports/policy-admin/port.ts"
import { calendarOf } from "./coming-calendar-presenter.ts"
import { comingReplyOf } from "./coming-payments-presenter.ts"
import { comingOf } from "./product-payments.ts"

const days = { today: "2026-11-22", until: "2027-11-22", late: ["2026-10-30"] }
const today = Temporal.PlainDate.from(days.today)
const policy = {
  ...{ policyNumber: "4001930427", productDesc: "Whole Life", isInsuranceProduct: true },
  billing: { kind: "direct", amountDue: 0, pastDueAmount: 0, adjustment: 0, billingCredit: 0 },
} as unknown as Policy

function bill(dueDate: string, change: Partial<ComingBill> = {}): ComingBill {
  return { dueDate, owed: 4850, isIssued: false, isSkipped: false, ...change }
}

const next = {
  ...{ date: "2026-12-02", dueDates: ["2026-11-20", "2026-11-30"], billNumbers: [1, 2] },
  ...{ amount: 9700, premium: 9700, fee: 0, adjustment: 0, credit: 0, alreadyPaid: 0 },
}
const method = { recordId: "PM-1", label: "VISA ending in 4242", isBank: false }
const forecast = { next, method, none: null, deferred: 0 }

function rows(bills: ComingBill[], planned?: Parameters<typeof comingOf>[2]) {
  const { payments } = comingOf(policy, { bills, isComplete: true }, planned, days)
  return payments.map(({ date, amount, paidBy }) => `${date} ${amount} ${paidBy}`)
}

test("COMING-02 auto pay charges the planned bills, and later bills on their due dates", () => {
  const bills = [bill("2026-11-20"), bill("2026-11-30"), bill("2026-12-30"), bill("2027-01-30")]
  assert.deepEqual(rows(bills, forecast), [
    "2026-12-02 9700 autopay",
    "2026-12-30 4850 autopay",
    "2027-01-30 4850 autopay",
  ])
  const deferring = { ...forecast, deferred: 100 }
  assert.deepEqual(rows(bills, deferring)[1], "2026-12-30 4950 autopay")
})

test("COMING-02 the customer pays skipped bills, and all bills while auto pay is suspended", () => {
  const bills = [bill("2026-11-20"), bill("2026-11-30"), bill("2026-12-30", { isSkipped: true })]
  assert.deepEqual(rows(bills, forecast), ["2026-12-30 4850 customer", "2026-12-02 9700 autopay"])
  const suspended = { ...forecast, none: "suspended" as const }
  const own = ["2026-11-20", "2026-11-30", "2026-12-30"].map((day) => `${day} 4850 customer`)
  assert.deepEqual(rows(bills, suspended), own)
  assert.deepEqual(rows(bills), own)
  const late = rows([bill("2026-10-20", { isIssued: true }), ...bills.slice(0, 2)], forecast)
  assert.deepEqual(late[0], "2026-10-20 4850 customer")
})

test("COMING-02 what the badge counts as past due stands first, also if Auto Pay charges it later, and an estimate is never past due", () => {
  const bills = [
    ...[bill("2026-10-30", { isIssued: true }), bill("2026-11-20", { isIssued: true })],
    ...[bill("2026-11-30"), bill("2026-12-30")],
  ]
  const monthsOf = (
    some: ComingBill[],
    late: string[],
    planned?: Parameters<typeof comingOf>[2],
  ) => {
    const coming = comingOf(policy, { bills: some, isComplete: true }, planned, { ...days, late })
    const until = Temporal.PlainDate.from(days.until)
    const { months } = comingReplyOf([coming], until)
    return months.map(({ title, total, payments }) => [
      ...[title, total],
      ...payments.map(({ date, paidBy }) => `${date} ${paidBy}`),
    ])
  }
  const again = {
    ...forecast,
    next: {
      ...{ ...next, amount: 14_550, billNumbers: [1, 2] },
      dueDates: ["2026-10-30", "2026-11-20", "2026-11-30"],
    },
  }
  assert.deepEqual(monthsOf(bills, ["2026-10-30", "2026-11-20"], again), [
    ["Past Due", "97.00", "12/02/2026 autopay"],
    ["December 2026", "97.00", "12/02/2026 autopay", "12/30/2026 autopay"],
  ])
  const announced = monthsOf(bills, [], again)
  assert.deepEqual(announced[0]?.slice(0, 2), ["December 2026", "194.00"])
  assert.deepEqual(monthsOf([bill("2026-10-30"), bill("2026-11-30")], ["2026-10-30"]), [
    ["October 2026", "48.50", "10/30/2026 customer"],
    ["November 2026", "48.50", "11/30/2026 customer"],
  ])
  const skippedNone = { ...forecast, next: undefined, none: "no-bill" as const }
  assert.deepEqual(monthsOf([bill("2026-10-30")], [], skippedNone), [
    ["November 2026", "48.50", "11/22/2026 autopay"],
  ])
})

test("COMING-02 AUTOPAY-09 the customer pays bills that auto pay leaves, once, and auto pay charges the later ones", () => {
  const bills = [
    bill("2026-11-20", { owed: 1000, isIssued: true }),
    ...[bill("2026-12-30"), bill("2027-01-30")],
  ]
  const left = { ...days, left: ["2026-11-20"] }
  const of = (planned: Parameters<typeof comingOf>[2]) =>
    comingOf(policy, { bills, isComplete: true }, planned, left).payments.map(
      ({ date, amount, paidBy }) => `${date} ${amount} ${paidBy}`,
    )
  const expected = [
    "2026-11-20 1000 customer",
    "2026-12-30 4850 autopay",
    "2027-01-30 4850 autopay",
  ]
  assert.deepEqual(of({ ...forecast, next: undefined, none: "no-bill" }), expected)
  const both = { dueDates: ["2026-11-20", "2026-12-30"], date: "2026-12-30", amount: 5850 }
  assert.deepEqual(of({ ...forecast, next: { ...next, ...both } }), expected)
})

test("COMING-02 a bill that is too small to charge is carried to the next one", () => {
  const bills = [bill("2026-12-30", { owed: 20 }), bill("2027-01-30")]
  assert.deepEqual(rows(bills, forecast), ["2026-12-02 9700 autopay", "2027-01-30 4870 autopay"])
})

test("COMING-02 a customer sees every bill, except late ones that together are too small and have no next bill", () => {
  const day = fc.integer({ min: -40, max: 60 })
  const owed = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(4850))
  const someBills = fc.uniqueArray(fc.record({ day, owed }), {
    ...{ minLength: 1, maxLength: 4, selector: (one: { day: number }) => one.day },
  })
  fc.assert(
    fc.property(someBills, (all) => {
      const bills = all
        .sort((one, other) => one.day - other.day)
        .map((one) => bill(today.add({ days: one.day }).toString(), { owed: one.owed }))
      const total = bills.reduce((sum, { owed }) => sum + owed, 0)
      const isTooSmall = total < 50 && all.every((one) => one.day < 0)
      const shown = comingOf(policy, { bills, isComplete: true }, undefined, days)
      const sum = shown.payments.reduce((soFar, { amount }) => soFar + amount, 0)
      assert.equal(sum, isTooSmall ? 0 : total)
    }),
  )
})

test("COMING-02 months, products and the whole list have totals, past due first", () => {
  const bills = [
    ...[bill("2026-10-30", { isIssued: true }), bill("2026-12-05", { isIssued: true })],
    ...[bill("2026-12-31"), bill("2027-01-31")],
  ]
  const coming = [comingOf(policy, { bills, isComplete: false }, undefined, days)]
  const reply = comingReplyOf(coming, today.add({ months: 12 }))
  assert.deepEqual(
    reply.months.map(({ title, total, payments }) => [title, total, payments.length]),
    [
      ["Past Due", "48.50", 1],
      ["December 2026", "97.00", 2],
      ["January 2027", "48.50", 1],
    ],
  )
  assert.equal(reply.total, "194.00")
  assert.equal(reply.until, "11/22/2027")
  assert.deepEqual(
    reply.products.map(({ total }) => total),
    ["194.00"],
  )
  assert.deepEqual(
    reply.unknown.map(({ productDesc }) => productDesc),
    ["Whole Life"],
  )
  assert.deepEqual(
    reply.months.flatMap(({ payments }) => payments.map(({ isEstimate }) => isEstimate)),
    ["N", "N", "Y", "Y"],
  )
})

test("NOTICE-11 the list and the calendar file contain the business day of a bank debit", () => {
  const bank = { recordId: "PM-2", label: "Checking ending in 6789", isBank: true }
  const planned = { ...forecast, next: { ...next, date: "2026-11-28" }, method: bank }
  const bills = [bill("2026-12-30"), bill("2027-01-30", { isSkipped: true })]
  const coming = [comingOf(policy, { bills, isComplete: true }, planned, days)]
  const until = Temporal.PlainDate.from(days.until)
  const listed = comingReplyOf(coming, until).months.flatMap(({ payments }) => payments)
  assert.deepEqual(
    listed.map(({ date, isBankDebit }) => `${date} ${isBankDebit}`),
    ["11/28/2026 Y", "12/30/2026 Y", "01/30/2027 N"],
  )
  const brand = { clientName: "Harbor Mutual", siteAddress: "https://my.harbor.example" }
  const owner = { client: "harbor", accountNumber: "HM2041187" }
  const file = calendarOf(brand, owner, coming, today, new Date("2026-11-22T20:15:00Z"))
  assert.deepEqual(file.replaceAll("\r\n ", "").match(/Banks are closed[^.]*/g), [
    "Banks are closed on Nov 28\\, 2026\\, so your bank makes this payment on the next business day\\, Nov 30\\, 2026",
  ])
})

test("COMING-03 the calendar keeps the id of a bill, and does not contain a product, account or card number", () => {
  const brand = { clientName: "Harbor Mutual", siteAddress: "https://my.harbor.example" }
  const owner = { client: "harbor", accountNumber: "HM2041187" }
  const bills = [bill("2026-10-30"), bill("2026-12-30")]
  const fileOf = (planned?: typeof forecast) =>
    calendarOf(
      brand,
      owner,
      [comingOf(policy, { bills, isComplete: true }, planned, days)],
      today,
      new Date("2026-11-22T20:15:00Z"),
    ).replaceAll("\r\n ", "")
  const own = fileOf()
  assert.equal(own.match(/BEGIN:VEVENT/g)?.length, 1, "nothing past due")
  assert.match(own, /SUMMARY:Harbor Mutual: pay about \$48\.50 for Whole Life/)
  assert.doesNotMatch(own, /4001930427|HM2041187|4242/)
  const charged = fileOf({
    ...forecast,
    next: { ...next, dueDates: ["2026-12-30"], date: "2027-01-04" },
  })
  const uid = /UID:[0-9a-f]{32}@my\.harbor\.example/
  assert.equal(charged.match(uid)?.[0], own.match(uid)?.[0])
  assert.match(charged, /DTSTART;VALUE=DATE:20270104/)
})
