import assert from "node:assert/strict"
import { test } from "node:test"
import { fullDay } from "#contracts/dates.ts"
import { dollarsOf } from "#contracts/money.ts"
import { dueDatesOf } from "#contracts/payments/authorization-facts.ts"
import { createLocalize } from "#platform/localize.ts"
import { createPdf, type PdfBrand } from "#platform/pdf/pdf.ts"
import { dateInWords, shownDate } from "#platform/text/dates.ts"
import type { Person } from "#ports/policy-admin/port.ts"
import { elementsOf, readPdf } from "#testing/pdf-reader.ts"
import { receiptEmail } from "../paying/payment-email.ts"
import { localizedPaymentMessage, stateLabel } from "../paying/payment-presenter.ts"
import type { Payment, PaymentEvent } from "../paying/payments.store.ts"
import { takenBackTexts } from "../paying/receipt-texts-presenter.ts"
import type { PaymentState } from "../paying/state-machine.ts"
import { explanationOf } from "./payment-explanation-presenter.ts"
import { pastPaymentOf } from "./payment-history-presenter.ts"
import { receiptBlocks } from "./receipt-presenter.ts"

const testLocalize = createLocalize(async () => undefined)
const payment = {
  id: "1",
  amount: 4_275,
  methodLabel: "VISA ending in 4242",
  productDesc: "Term Life",
  policyNumber: "1",
  confirmationNumber: "C1",
  submittedAt: new Date("2026-03-02T15:00:00Z"),
  decidedAt: new Date("2026-03-02T15:00:00Z"),
  staffUserid: null,
  dueDate: null,
} as Partial<Payment> as Payment
const timeZone = "America/New_York"
const company = { clientName: "Harbor Mutual", timeZone } as PdfBrand

/** An event on this day of March; a refund with the sum of all refunds, in cents. */
function event(
  status: PaymentState,
  day: number,
  refundedTotal: number | null = null,
): PaymentEvent {
  const at = new Date(Date.UTC(2026, 2, day, 15))
  return { paymentId: "1", status, reason: "", refundedTotal, at }
}

/** The lines of the history and of the receipt. */
async function shown(status: PaymentState, refunded: number, events: PaymentEvent[]) {
  const now = { ...payment, status, refunded }
  const past = pastPaymentOf(now, events, {
    ...{ explanation: "", clientName: "Harbor Mutual", timeZone, isForStaff: false },
  })
  const blocks = await receiptBlocks(
    testLocalize,
    now,
    events,
    { firstName: "Ines", lastName: "V" } as Person,
    company,
    { policy: undefined, dueDates: "" },
  )
  const facts = blocks.flatMap((block) => ("facts" in block ? block.facts : []))
  const receipt = blocks.flatMap((block) => ("paragraph" in block ? [block.paragraph] : []))
  return {
    history: past.timeline.map(({ label, date }) => `${date} ${label}`),
    receipt,
    facts: facts.slice(9).map((fact) => fact.join(" ")),
    texts: await takenBackTexts(testLocalize, now),
  }
}

const brand = {
  clientName: "Harbor Mutual",
  phoneNumber: "(800) 555-0100",
  timeZone,
  mailColor: "#123456",
  siteAddress: "https://harbor.example.com",
}

test("REFUND-10 history, receipt and email list each part of a payment that was refunded and then returned", async () => {
  const events = [
    event("accepted", 2),
    event("partlyRefunded", 3, 500),
    event("partlyRefunded", 4, 1_200),
    event("partlyRefunded", 5, 500),
    event("returned", 9),
  ]
  const { history, receipt, facts, texts } = await shown("returned", 500, events)
  assert.deepEqual(history, [
    "03/02/2026 Paid",
    "03/03/2026 Refunded: $5.00",
    "03/04/2026 Refunded: $7.00",
    "03/05/2026 Refund failed: $7.00",
    "03/09/2026 Returned: $37.75",
  ])
  assert.deepEqual(facts, [
    "Mar 3, 2026 Refunded: $5.00",
    "Mar 4, 2026 Refunded: $7.00",
    "Mar 5, 2026 Refund failed: $7.00",
    "Mar 9, 2026 Returned: $37.75",
    "Remains paid $0.00",
  ])
  const said = [
    "Your bank took $37.75 of this payment back: the bank did not say why. That amount became due again.",
    "We refunded $5.00 of this payment.",
  ]
  assert.deepEqual(receipt, said)
  const news = { firstName: "Ines", amount: "$42.75", product: "", method: "", date: "" }
  const numbers = { confirmationNumber: "C1", paidBy: "" }
  const { text } = receiptEmail({ brand, ...news, ...numbers, isAutoPay: false, more: texts })
  for (const sentence of said) assert.ok(text.includes(sentence), sentence)
})

test("REFUND-10 the receipt of a refunded payment shows what remains paid; other receipts do not", async () => {
  const refund = [event("accepted", 2), event("partlyRefunded", 3, 500)]
  const { facts } = await shown("partlyRefunded", 500, refund)
  assert.deepEqual(facts, ["Mar 3, 2026 Refunded: $5.00", "Remains paid $37.75"])
  const plain = await shown("accepted", 0, [event("accepted", 2)])
  assert.deepEqual([plain.receipt, plain.facts], [[], []])
})

test("REFUND-06 the history shows that a refund failed", async () => {
  const failed = [event("settled", 2), event("partlyRefunded", 3, 500), event("settled", 5, 0)]
  const told = await explanationOf(
    testLocalize,
    { ...payment, status: "settled" },
    failed,
    timeZone,
    dateInWords,
    undefined,
  )
  assert.match(
    told,
    /^Our refund to VISA ending in 4242 did not go through\. We still have the money/,
  )
  const again = [...failed, event("partlyRefunded", 6, 500)]
  const now = { ...payment, status: "partlyRefunded", refunded: 500 } as const
  assert.equal(
    await explanationOf(testLocalize, now, again, timeZone, dateInWords, undefined),
    "We refunded $5.00 of your payment of $42.75.",
  )
})

test("a return shows its reason, and what was refunded before", async () => {
  const returned = {
    ...payment,
    status: "returned",
    reason: "insufficient_funds",
    refunded: 0,
  } as const
  const told = async (one: Payment) => (await localizedPaymentMessage(testLocalize, one)).content[0]
  assert.match(
    (await told(returned)) ?? "",
    /payment of \$42\.75: not enough money in the account\. The amount is due again/,
  )
  const left = { ...payment, status: "disputeLost", refunded: 1_000 } as const
  assert.match(
    (await told(left)) ?? "",
    /took back your payment of \$42\.75 .* refunded \$10\.00 of it before, so \$32\.75 is due again/,
  )
})

for (const count of [2, 11, 12, 13, 14, 15, 30, 36, 130]) {
  test(`PAYNOW-08 a receipt of ${count} bills fits its pages and lists each bill in a row`, async () => {
    const bills = Array.from({ length: count }, (_, index) => {
      const day = Temporal.PlainDate.from("2016-01-31").add({ months: index }).toString()
      return { dueDate: shownDate(day), amount: 100_000 + index }
    })
    const sum = bills.reduce((total, { amount }) => total + amount, 0)
    const blocks = await receiptBlocks(
      testLocalize,
      { ...payment, methodKind: "bank", status: "accepted", amount: sum },
      [],
      { firstName: "Ines", lastName: "V" } as Person,
      company,
      { policy: undefined, dueDates: dueDatesOf(bills, sum) },
    )
    const date = new Date("2026-03-02T15:00:00Z")
    const identity = { brand, title: "Payment receipt", subject: "Confirmation number", date }
    const { pages, elements } = await readPdf(await createPdf({ ...identity, blocks }))
    const rows = elementsOf(elements, "TR").map(({ text }) => text)
    assert.deepEqual(
      rows.filter((text) => text.startsWith("Bill due on")),
      bills.map(({ dueDate, amount }) => `Bill due on ${fullDay(dueDate)} ${dollarsOf(amount)}`),
    )
    const onPages = pages.map((page) => page.match(/Bill due on/g)?.length ?? 0)
    assert.ok(Math.min(...onPages) >= Math.min(count, 3), `${onPages}: no page with a line or two`)
    for (const found of onPages.slice(1, -1)) assert.ok(found >= 18, `${onPages}: full pages`)
    if (count > 20) assert.ok((onPages[0] ?? 0) >= 8, `${onPages}: a full first page`)
    assert.match(pages.at(-1) ?? "", /Please keep this receipt/)
  })
}

test("the receipt of a bank debit states that it can be returned, and an auto pay receipt who charged it", async () => {
  const debit = { ...payment, status: "accepted", methodKind: "bank", origin: "autoPay" } as const
  const person = { firstName: "Ines", lastName: "V" } as Person
  const text = async (one: Payment) =>
    JSON.stringify(
      await receiptBlocks(testLocalize, one, [], person, company, {
        policy: undefined,
        dueDates: "",
      }),
    )
  assert.match(await text(debit), /can still return it.*/)
  assert.match(await text(debit), /"Auto Pay for Ines V"/)
  assert.doesNotMatch(await text({ ...debit, status: "settled" }), /can still return it/)
})

test("a charge that the gateway refused is labeled as not charged, and a bank's decline as declined", () => {
  const labels = ["amountRefused", "methodRefused", "authorizationGone", "insufficient_funds"].map(
    (reason) => stateLabel({ status: "declined", reason }),
  )
  assert.deepEqual(labels, ["Not charged", "Not charged", "Not charged", "Declined"])
})
