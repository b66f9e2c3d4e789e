import assert from "node:assert/strict"
import { test } from "node:test"
import type { PolicyAdmin } from "./port.ts"

export const payment = {
  client: "first-client",
  paymentId: "0c2a4b1e-5d6f-4a7b-8c9d-0e1f2a3b4c5d",
  accountNumber: "A1",
  policyNumber: "7000000009",
  amount: 2_600,
  paidOn: "2031-12-01",
}

export async function billingOf(
  policyAdmin: PolicyAdmin,
  ...of: Parameters<PolicyAdmin["policy"]>
) {
  return (await policyAdmin.policy(...of))?.policy.billing
}

/** Posting payments and taking them back. */
export function testPayments(policyAdmin: () => PolicyAdmin) {
  test("posts a payment once, also for repeated and concurrent calls", async () => {
    const before = await policyAdmin().account("first-client", "A1")
    await Promise.all(Array.from({ length: 8 }, () => policyAdmin().applyPayment(payment)))
    await policyAdmin().applyPayment(payment)
    const billing = await billingOf(policyAdmin(), "first-client", "A1", "7000000009")
    assert.equal(billing?.amountDue, 0)
    assert.equal(billing?.billingCredit, 0)
    assert.equal(billing?.dueDate, "2032-01-31")
    const others = (account: typeof before) =>
      account?.products.filter((product) => product.policyNumber !== "7000000009")
    const after = await policyAdmin().account("first-client", "A1")
    assert.deepEqual(others(after), others(before), "no other product changed")
  })

  test("takes a payment back once, and what was due is due again", async () => {
    const takeBack = () =>
      policyAdmin().returnPayment("first-client", payment.paymentId, "2031-12-09")
    await Promise.all([takeBack(), takeBack(), takeBack()])
    await takeBack()
    const billing = await billingOf(policyAdmin(), "first-client", "A1", "7000000009")
    assert.equal(billing?.amountDue, 2_600)
    assert.equal(billing?.pastDueAmount, 0)
    assert.equal(billing?.dueDate, "2031-12-31")
    await policyAdmin().applyPayment(payment)
    assert.deepEqual(
      await billingOf(policyAdmin(), "first-client", "A1", "7000000009"),
      billing,
      "it is not posted again",
    )
  })

  test("posts payments of one product that come at the same time one by one", async () => {
    const ids = Array.from({ length: 6 }, (_, n) => `aaaaaaaa-0000-4000-8000-00000000000${n}`)
    await Promise.all(
      ids.map((paymentId) => policyAdmin().applyPayment({ ...payment, paymentId, amount: 100 })),
    )
    const billing = await billingOf(policyAdmin(), "first-client", "A1", "7000000009")
    assert.equal(billing?.billingCredit, 600)
    assert.equal(billing?.amountDue, 2_600)
    assert.equal(billing?.dueDate, "2031-12-31")
  })

  test("keeps the payments of clients apart, and ignores payments that it never posted", async () => {
    const second = { ...payment, client: "second-client", policyNumber: "7000000088" }
    await policyAdmin().applyPayment(second)
    const billing = await billingOf(policyAdmin(), "second-client", "A1", "7000000088")
    assert.equal(billing?.amountDue, 0)
    await policyAdmin().returnPayment("third-client", payment.paymentId, "2031-12-09")
    assert.deepEqual(await billingOf(policyAdmin(), "second-client", "A1", "7000000088"), billing)
    await policyAdmin().applyPayment({
      ...payment,
      paymentId: "bbbbbbbb-0000-4000-8000-000000000000",
      policyNumber: "7999999999",
    })
  })
}
