import assert from "node:assert/strict"
import { test } from "node:test"
import { payment } from "./conformance-payments.ts"
import type { PolicyAdmin } from "./port.ts"

export const refund = {
  client: "second-client",
  paymentId: "f0000000-0000-4000-8000-000000000001",
  refundId: "f0000000-0000-4000-8000-00000000000a",
  amount: 600,
  refundedOn: "2031-12-05",
  reopens: true,
}
const product = { client: "second-client", accountNumber: "A1", policyNumber: "7000000066" }
export const credit = {
  ...product,
  creditId: "credit 1",
  amount: 400,
  on: "2031-12-06",
  note: "Goodwill",
}
export const writeOff = {
  ...product,
  writeOffId: "write-off 1",
  billNumber: 1,
  amount: 250,
  on: "2031-12-06",
  note: "Too small to collect",
}
export const reversal = {
  ...product,
  reversalId: "f0000000-0000-4000-8000-0000000000a1",
  reverses: credit.creditId,
  on: "2031-12-12",
  note: "Given by mistake",
}

const many = <Result>(work: () => Promise<Result>) =>
  Promise.all(Array.from({ length: 6 }, () => work()))

/** Refunds, credits, write-offs and their reversals. */
export function testRefunds(policyAdmin: () => PolicyAdmin) {
  const owed = async (of = product) => {
    const { client, accountNumber, policyNumber } = of
    const bills = await policyAdmin().openBills(client, accountNumber, policyNumber)
    return bills.map((bill) => bill.owed)
  }
  const paid = async () =>
    (await policyAdmin().policy("second-client", "A1", product.policyNumber))?.policy.billing
      .amountPaid ?? 0

  test("a refund that reopens makes its amount due again, once", async () => {
    await policyAdmin().applyPayment({ ...payment, ...product, paymentId: refund.paymentId })
    const paidBefore = await paid()
    assert.deepEqual(await owed(), [])
    await many(() => policyAdmin().refundPayment(refund))
    await policyAdmin().refundPayment(refund)
    assert.deepEqual(await owed(), [600])
    assert.equal(await paid(), paidBefore - 600)
  })

  test("a refund with a credit makes nothing due, and counts as paid back", async () => {
    const paidBefore = await paid()
    const second = { ...refund, refundId: "f0000000-0000-4000-8000-00000000000b", reopens: false }
    await many(() => policyAdmin().refundPayment(second))
    assert.deepEqual(await owed(), [600])
    assert.equal(await paid(), paidBefore - 600)
    await many(() => policyAdmin().failRefund(second, "2031-12-07"))
    assert.equal(await paid(), paidBefore)
    assert.deepEqual(await owed(), [600])
  })

  test("a refund that failed leaves the product as it was, in any order of the reports", async () => {
    const failed = { ...refund, refundId: "f0000000-0000-4000-8000-00000000000c", amount: 1_000 }
    const bills = await owed()
    const paidBefore = await paid()
    await policyAdmin().failRefund(failed, "2031-12-07")
    assert.deepEqual(await owed(), bills)
    await many(() => policyAdmin().refundPayment(failed))
    assert.deepEqual(await owed(), bills)
    assert.equal(await paid(), paidBefore)
    const refundId = "f0000000-0000-4000-8000-00000000000d"
    const other = { ...failed, refundId, refundedOn: "2031-12-08" }
    await policyAdmin().refundPayment(other)
    assert.deepEqual(await owed(), [1_600])
    await policyAdmin().failRefund(other, "2031-12-09")
    assert.deepEqual(await owed(), bills)
    assert.equal(await paid(), paidBefore)
  })

  test("a refund takes at most what is left of the payment, and a return the rest", async () => {
    const refundId = "f0000000-0000-4000-8000-00000000000e"
    const more = { ...refund, refundId, amount: 99_900, refundedOn: "2031-12-10", reopens: false }
    await policyAdmin().refundPayment(more)
    assert.deepEqual(await owed(), [600])
    await policyAdmin().returnPayment("second-client", refund.paymentId, "2031-12-11")
    assert.deepEqual(await owed(), [600], "no cent of the payment was left")
  })

  test("a refund before its payment takes effect with it, and one of another client never", async () => {
    const paymentId = "f0000000-0000-4000-8000-000000000002"
    const twin = { ...product, client: "first-client", policyNumber: "7000000009" }
    const early = { ...refund, paymentId, client: twin.client, refundId: "early" }
    await policyAdmin().refundPayment(early)
    await policyAdmin().applyPayment({ ...payment, ...twin, paymentId, amount: 1_000 })
    const after = await policyAdmin().entries(twin.client, twin.accountNumber, twin.policyNumber)
    const sum = after
      .filter(({ lot }) => lot === paymentId)
      .reduce((cents, { amount }) => cents + amount, 0)
    assert.equal(sum, 400)
    await policyAdmin().refundPayment({ ...refund, client: "third-client", refundId: "elsewhere" })
    assert.deepEqual(await owed(), [600])
  })

  test("a credit lowers what is owed, once, for this person's product only", async () => {
    assert.deepEqual(await many(() => policyAdmin().postCredit(credit)), Array(6).fill(true))
    assert.deepEqual(await owed(), [200])
    for (const other of [
      { accountNumber: "A2" },
      { client: "third-client" },
      { policyNumber: "7999999999" },
    ]) {
      const elsewhere = { ...credit, creditId: "credit 2", ...other }
      assert.equal(await policyAdmin().postCredit(elsewhere), false)
    }
    assert.deepEqual(await owed(), [200])
  })

  test("a write-off ends the claim to at most what is owed on its bill, once", async () => {
    const { billNumber: _, ...rest } = writeOff
    const { client, accountNumber, policyNumber } = product
    const [bill] = await policyAdmin().openBills(client, accountNumber, policyNumber)
    assert.ok(bill)
    const own = { ...rest, billNumber: bill.number }
    assert.equal(await policyAdmin().writeOff({ ...own, accountNumber: "A2" }), 0)
    assert.equal(await policyAdmin().writeOff({ ...own, billNumber: 99 }), 0)
    assert.deepEqual(await many(() => policyAdmin().writeOff(own)), Array(6).fill(200))
    assert.deepEqual(await owed(), [])
    assert.equal(await policyAdmin().writeOff({ ...own, writeOffId: "write-off 2" }), 0)
  })

  test("credits and write-offs are postings, and their entries have their notes", async () => {
    const { client, accountNumber, policyNumber } = product
    const kinds = ["credit", "writeOff"]
    const postings = await policyAdmin().postings(client, credit.on, credit.on)
    assert.deepEqual(
      postings.filter(({ kind }) => kinds.includes(kind)),
      [
        { kind: "credit", id: credit.creditId, amount: 400, on: credit.on },
        { kind: "writeOff", id: writeOff.writeOffId, amount: 200, on: writeOff.on },
      ],
    )
    const entries = await policyAdmin().entries(client, accountNumber, policyNumber)
    for (const { lot, note } of entries) {
      const known = { [credit.creditId]: credit.note, [writeOff.writeOffId]: writeOff.note }
      assert.equal(note, known[lot] ?? "")
    }
    assert.ok(entries.some(({ note }) => note === writeOff.note))
  })

  test("a reversed credit opens again what it settled, once, for this person's product only", async () => {
    for (const other of [{ accountNumber: "A2" }, { policyNumber: "7999999999" }]) {
      assert.equal(await policyAdmin().reverseCorrection({ ...reversal, ...other }), 0)
    }
    const unknown = { ...reversal, reverses: "no credit" }
    assert.equal(await policyAdmin().reverseCorrection(unknown), 0)
    const ofPayment = { ...reversal, reverses: refund.paymentId }
    assert.equal(await policyAdmin().reverseCorrection(ofPayment), 0)
    assert.deepEqual(await owed(), [])
    const amounts = await many(() => policyAdmin().reverseCorrection(reversal))
    assert.deepEqual(amounts, Array(6).fill(400))
    assert.deepEqual(await owed(), [400])
    const second = { ...reversal, reversalId: "f0000000-0000-4000-8000-0000000000a2" }
    assert.equal(await policyAdmin().reverseCorrection(second), 0)
    assert.deepEqual(await owed(), [400])
  })

  test("a reversed write-off is owed again, as an entry and a posting with its note", async () => {
    const reversalId = "f0000000-0000-4000-8000-0000000000a3"
    const ofWriteOff = { ...reversal, reversalId, reverses: writeOff.writeOffId, note: "Collected" }
    assert.equal(await policyAdmin().reverseCorrection(ofWriteOff), 200)
    assert.deepEqual(await owed(), [600])
    const { client, accountNumber, policyNumber } = product
    const entries = await policyAdmin().entries(client, accountNumber, policyNumber)
    const own = entries.filter(({ cause }) => cause === reversalId)
    assert.deepEqual(
      own.map(({ kind, lot, amount, note }) => [kind, lot, amount, note]),
      [["correctionReversal", writeOff.writeOffId, -200, "Collected"]],
    )
    const kind = "correctionReversal"
    const { on } = reversal
    assert.deepEqual(await policyAdmin().postings(client, on, on), [
      { kind, id: reversal.reversalId, amount: 400, on },
      { kind, id: reversalId, amount: 200, on },
    ])
  })

  test("a bill that a refund left paid is opened by a reversal, until the refund fails", async () => {
    const paymentId = "f0000000-0000-4000-8000-000000000003"
    const [before = 0] = await owed()
    const paidOn = "2031-12-13"
    const whole = { ...payment, ...product, paymentId, amount: before, paidOn }
    await policyAdmin().applyPayment(whole)
    const refundId = "f0000000-0000-4000-8000-0000000000b1"
    const refundedOn = "2031-12-14"
    const paidBill = { ...refund, paymentId, refundId, amount: 150, refundedOn, reopens: false }
    await policyAdmin().refundPayment(paidBill)
    assert.deepEqual(await owed(), [])
    const reversalId = "f0000000-0000-4000-8000-0000000000b2"
    const opening = { ...reversal, reversalId, reverses: refundId, on: "2031-12-15" }
    assert.equal(await policyAdmin().reverseCorrection(opening), 150)
    assert.deepEqual(await owed(), [150])
    await policyAdmin().failRefund(paidBill, "2031-12-16")
    assert.deepEqual(await owed(), [])
  })
}
