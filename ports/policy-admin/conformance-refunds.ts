import assert from "node:assert/strict"
import type { TestContext } from "node:test"
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
export const product = { client: "second-client", accountNumber: "A1", policyNumber: "7000000066" }
export const many = <Result>(work: () => Promise<Result>) =>
  Promise.all(Array.from({ length: 6 }, () => work()))

/** Cents owed on the open bills of a product, oldest first. */
export async function owedBills(policyAdmin: PolicyAdmin, of = product): Promise<number[]> {
  const bills = await policyAdmin.openBills(of.client, of.accountNumber, of.policyNumber)
  return bills.map((bill) => bill.owed)
}

/** Tests of refunds. The product owes $6.00 at the end. */
export async function testRefunds(t: TestContext, policyAdmin: PolicyAdmin) {
  const owed = () => owedBills(policyAdmin)
  const paid = async () =>
    (await policyAdmin.policy("second-client", "A1", product.policyNumber))?.policy.billing
      .amountPaid ?? 0

  await t.test("a refund that reopens makes its amount due again, once", async () => {
    await policyAdmin.applyPayment({ ...payment, ...product, paymentId: refund.paymentId })
    const paidBefore = await paid()
    assert.deepEqual(await owed(), [])
    await many(() => policyAdmin.refundPayment(refund))
    await policyAdmin.refundPayment(refund)
    assert.deepEqual(await owed(), [600])
    assert.equal(await paid(), paidBefore - 600)
  })

  await t.test("a refund with a credit makes nothing due, and counts as paid back", async () => {
    const paidBefore = await paid()
    const second = { ...refund, refundId: "f0000000-0000-4000-8000-00000000000b", reopens: false }
    await many(() => policyAdmin.refundPayment(second))
    assert.deepEqual(await owed(), [600])
    assert.equal(await paid(), paidBefore - 600)
    await many(() => policyAdmin.failRefund(second, "2031-12-07"))
    assert.equal(await paid(), paidBefore)
    assert.deepEqual(await owed(), [600])
  })

  await t.test(
    "a refund that failed leaves the product as it was, in any order of the reports",
    async () => {
      const failed = { ...refund, refundId: "f0000000-0000-4000-8000-00000000000c", amount: 1_000 }
      const bills = await owed()
      const paidBefore = await paid()
      await policyAdmin.failRefund(failed, "2031-12-07")
      assert.deepEqual(await owed(), bills)
      await many(() => policyAdmin.refundPayment(failed))
      assert.deepEqual(await owed(), bills)
      assert.equal(await paid(), paidBefore)
      const refundId = "f0000000-0000-4000-8000-00000000000d"
      const other = { ...failed, refundId, refundedOn: "2031-12-08" }
      await policyAdmin.refundPayment(other)
      assert.deepEqual(await owed(), [1_600])
      await policyAdmin.failRefund(other, "2031-12-09")
      assert.deepEqual(await owed(), bills)
      assert.equal(await paid(), paidBefore)
    },
  )

  await t.test(
    "a refund takes at most what is left of the payment, and a return the rest",
    async () => {
      const refundId = "f0000000-0000-4000-8000-00000000000e"
      const more = { ...refund, refundId, amount: 99_900, refundedOn: "2031-12-10", reopens: false }
      await policyAdmin.refundPayment(more)
      assert.deepEqual(await owed(), [600])
      await policyAdmin.returnPayment("second-client", refund.paymentId, "2031-12-11")
      assert.deepEqual(await owed(), [600], "no cent of the payment was left")
    },
  )

  await t.test(
    "a refund before its payment takes effect with it, and one of another client never",
    async () => {
      const paymentId = "f0000000-0000-4000-8000-000000000002"
      const secondTenant = { ...product, client: "first-client", policyNumber: "7000000009" }
      const early = { ...refund, paymentId, client: secondTenant.client, refundId: "early" }
      await policyAdmin.refundPayment(early)
      await policyAdmin.applyPayment({ ...payment, ...secondTenant, paymentId, amount: 1_000 })
      const after = await policyAdmin.entries(
        secondTenant.client,
        secondTenant.accountNumber,
        secondTenant.policyNumber,
      )
      const sum = after
        .filter(({ lot }) => lot === paymentId)
        .reduce((cents, { amount }) => cents + amount, 0)
      assert.equal(sum, 400)
      await policyAdmin.refundPayment({ ...refund, client: "third-client", refundId: "elsewhere" })
      assert.deepEqual(await owed(), [600])
    },
  )
}
