import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { payment } from "./conformance-payments.ts"
import { many, owedBills, product, refund } from "./conformance-refunds.ts"
import type { PolicyAdmin } from "./port.ts"

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

/** Tests of credits, write-offs and their reversals, on the product that the refund tests leave. */
export async function testCorrections(t: TestContext, policyAdmin: PolicyAdmin) {
  const owed = () => owedBills(policyAdmin)

  await t.test("a credit lowers what is owed, once, for this person's product only", async () => {
    assert.deepEqual(await many(() => policyAdmin.postCredit(credit)), Array(6).fill(true))
    assert.deepEqual(await owed(), [200])
    for (const other of [
      { accountNumber: "A2" },
      { client: "third-client" },
      { policyNumber: "7999999999" },
    ]) {
      const elsewhere = { ...credit, creditId: "credit 2", ...other }
      assert.equal(await policyAdmin.postCredit(elsewhere), false)
    }
    assert.deepEqual(await owed(), [200])
  })

  await t.test("a write-off ends the claim to at most what is owed on its bill, once", async () => {
    const { billNumber: _, ...rest } = writeOff
    const { client, accountNumber, policyNumber } = product
    const [bill] = await policyAdmin.openBills(client, accountNumber, policyNumber)
    assert.ok(bill)
    const own = { ...rest, billNumber: bill.number }
    assert.equal(await policyAdmin.writeOff({ ...own, accountNumber: "A2" }), 0)
    assert.equal(await policyAdmin.writeOff({ ...own, billNumber: 99 }), 0)
    assert.deepEqual(await many(() => policyAdmin.writeOff(own)), Array(6).fill(200))
    assert.deepEqual(await owed(), [])
    assert.equal(await policyAdmin.writeOff({ ...own, writeOffId: "write-off 2" }), 0)
  })

  await t.test(
    "credits and write-offs are postings, and their entries have their notes",
    async () => {
      const { client, accountNumber, policyNumber } = product
      const kinds = ["credit", "writeOff"]
      const postings = await policyAdmin.postings(client, credit.on, credit.on)
      assert.deepEqual(
        postings.filter(({ kind }) => kinds.includes(kind)),
        [
          { kind: "credit", id: credit.creditId, amount: 400, on: credit.on },
          { kind: "writeOff", id: writeOff.writeOffId, amount: 200, on: writeOff.on },
        ],
      )
      const entries = await policyAdmin.entries(client, accountNumber, policyNumber)
      for (const { lot, note } of entries) {
        const known = { [credit.creditId]: credit.note, [writeOff.writeOffId]: writeOff.note }
        assert.equal(note, known[lot] ?? "")
      }
      assert.ok(entries.some(({ note }) => note === writeOff.note))
    },
  )

  await t.test(
    "a reversed credit opens again what it settled, once, for this person's product only",
    async () => {
      for (const other of [{ accountNumber: "A2" }, { policyNumber: "7999999999" }]) {
        assert.equal(await policyAdmin.reverseCorrection({ ...reversal, ...other }), 0)
      }
      const unknown = { ...reversal, reverses: "no credit" }
      assert.equal(await policyAdmin.reverseCorrection(unknown), 0)
      const ofPayment = { ...reversal, reverses: refund.paymentId }
      assert.equal(await policyAdmin.reverseCorrection(ofPayment), 0)
      assert.deepEqual(await owed(), [])
      const amounts = await many(() => policyAdmin.reverseCorrection(reversal))
      assert.deepEqual(amounts, Array(6).fill(400))
      assert.deepEqual(await owed(), [400])
      const second = { ...reversal, reversalId: "f0000000-0000-4000-8000-0000000000a2" }
      assert.equal(await policyAdmin.reverseCorrection(second), 0)
      assert.deepEqual(await owed(), [400])
    },
  )

  await t.test(
    "a reversed write-off is owed again, as an entry and a posting with its note",
    async () => {
      const reversalId = "f0000000-0000-4000-8000-0000000000a3"
      const ofWriteOff = {
        ...reversal,
        reversalId,
        reverses: writeOff.writeOffId,
        note: "Collected",
      }
      assert.equal(await policyAdmin.reverseCorrection(ofWriteOff), 200)
      assert.deepEqual(await owed(), [600])
      const { client, accountNumber, policyNumber } = product
      const entries = await policyAdmin.entries(client, accountNumber, policyNumber)
      const own = entries.filter(({ cause }) => cause === reversalId)
      assert.deepEqual(
        own.map(({ kind, lot, amount, note }) => [kind, lot, amount, note]),
        [["correctionReversal", writeOff.writeOffId, -200, "Collected"]],
      )
      const kind = "correctionReversal"
      const { on } = reversal
      assert.deepEqual(await policyAdmin.postings(client, on, on), [
        { kind, id: reversal.reversalId, amount: 400, on },
        { kind, id: reversalId, amount: 200, on },
      ])
    },
  )

  await t.test(
    "a bill that a refund left paid is opened by a reversal, until the refund fails",
    async () => {
      const paymentId = "f0000000-0000-4000-8000-000000000003"
      const [before = 0] = await owed()
      const paidOn = "2031-12-13"
      const whole = { ...payment, ...product, paymentId, amount: before, paidOn }
      await policyAdmin.applyPayment(whole)
      const refundId = "f0000000-0000-4000-8000-0000000000b1"
      const refundedOn = "2031-12-14"
      const paidBill = { ...refund, paymentId, refundId, amount: 150, refundedOn, reopens: false }
      await policyAdmin.refundPayment(paidBill)
      assert.deepEqual(await owed(), [])
      const reversalId = "f0000000-0000-4000-8000-0000000000b2"
      const opening = { ...reversal, reversalId, reverses: refundId, on: "2031-12-15" }
      assert.equal(await policyAdmin.reverseCorrection(opening), 150)
      assert.deepEqual(await owed(), [150])
      await policyAdmin.failRefund(paidBill, "2031-12-16")
      assert.deepEqual(await owed(), [])
    },
  )
}
