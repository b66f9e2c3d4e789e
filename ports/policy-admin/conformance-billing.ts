import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { billingOf, payment } from "./conformance-payments.ts"
import type { PolicyAdmin } from "./port.ts"

const notOnAutoPay = { frequencyCode: "M", paymentMethodRecordId: null }
const onAutoPay = {
  frequencyCode: "Q",
  paymentMethodRecordId: "PM-9",
  paymentMethodLabel: "Savings ending in 6789",
}
export const change = {
  changedOn: "2028-01-15",
  client: "second-client",
  accountNumber: "A1",
  policyNumber: "7000000077",
  seen: notOnAutoPay,
  wanted: onAutoPay,
}

/** Tests of how a product is paid. */
export async function testBilling(t: TestContext, policyAdmin: PolicyAdmin) {
  await t.test(
    "changes how a product is paid once, with the fee that auto pay brings",
    async () => {
      const before = await policyAdmin.account("second-client", "A1")
      const { client, accountNumber, policyNumber, wanted } = change
      const product = [client, accountNumber, policyNumber] as const
      const today = change.changedOn
      const unchanged = await policyAdmin.nextCharge(...product, { today })
      const choices = [notOnAutoPay, wanted]
      const question = { today, minimum: 1, choices }
      const [same, changed] = await policyAdmin.chargesAfter(...product, question)
      assert.deepEqual(same?.next, unchanged)
      assert.deepEqual(same?.openBills, await policyAdmin.openBills(...product))
      const quoted = changed?.next
      assert.deepEqual([unchanged?.premium, unchanged?.fee], [9_167, 0])
      assert.deepEqual([quoted?.premium, quoted?.fee], [27_501, 100])
      const asked = Array.from({ length: 4 }, () => policyAdmin.changeBilling(change))
      assert.deepEqual(await Promise.all(asked), ["made", "made", "made", "made"])
      const billing = await billingOf(policyAdmin, "second-client", "A1", "7000000077")
      assert.deepEqual(billing, {
        ...before?.products.find(({ policyNumber }) => policyNumber === "7000000077")?.billing,
        ...onAutoPay,
        amountDue: 27_601,
        openAmounts: [{ dueDate: "2028-02-29", cost: 27_601, owed: 29_595 }],
      })
      const now = await policyAdmin.nextCharge(...product, { today })
      assert.deepEqual({ ...now, billNumbers: [] }, { ...quoted, billNumbers: [] })
      const left = await policyAdmin.openBills(...product)
      assert.deepEqual(changed?.openBills, left, "the bills that the change left")
      const elsewhere = policyAdmin.chargesAfter(
        "first-client",
        accountNumber,
        policyNumber,
        question,
      )
      assert.deepEqual(await elsewhere, [])
      const after = await policyAdmin.account("second-client", "A1")
      const others = (account: typeof before) =>
        account?.products.filter(({ policyNumber }) => policyNumber !== "7000000077")
      assert.deepEqual(others(after), others(before), "no other product changed")
    },
  )

  await t.test("leaves a skipped bill to the person, in every answer about auto pay", async () => {
    const { client, accountNumber, policyNumber } = change
    const product = [client, accountNumber, policyNumber] as const
    const today = change.changedOn
    const skipped = await policyAdmin.nextCharge(...product, { today })
    const dueDates = skipped?.dueDates ?? []
    const skip = { client, accountNumber, policyNumber, dueDates }
    const asked = Array.from({ length: 3 }, () => policyAdmin.skipCharge(skip))
    assert.deepEqual(await Promise.all(asked), [true, true, true])
    for (const other of [{ accountNumber: "A2" }, { client: "first-client" }]) {
      assert.equal(await policyAdmin.skipCharge({ ...skip, ...other }), false)
    }
    const billing = await billingOf(policyAdmin, ...product)
    assert.deepEqual(billing?.skippedDueDates, dueDates)
    assert.equal(billing?.amountDue, 27_601, "it stays due")
    const next = await policyAdmin.nextCharge(...product, { today })
    assert.ok(next && next.date > (dueDates[0] ?? ""))
    const [bill] = await policyAdmin.openBills(...product)
    const due = await policyAdmin.billing.autoPayDue(client, bill?.dueDate ?? "", undefined, 100)
    assert.ok(!due.some((one) => one.policyNumber === policyNumber))
  })

  await t.test("leaves a product alone that is paid in another way than was seen", async () => {
    const before = await billingOf(policyAdmin, "second-client", "A1", "7000000077")
    const wanted = { ...onAutoPay, paymentMethodRecordId: "PM-10" }
    for (const late of [
      { ...change, wanted },
      { ...change, seen: { ...onAutoPay, frequencyCode: "M" }, wanted },
      { ...change, seen: { ...onAutoPay, paymentMethodRecordId: "PM-8" }, wanted },
      { ...change, seen: onAutoPay, wanted: { ...wanted, frequencyCode: "A" } },
      { ...change, accountNumber: "A2" },
      { ...change, client: "first-client" },
      { ...change, policyNumber: "7999999999" },
    ]) {
      assert.equal(await policyAdmin.changeBilling(late), "differs")
    }
    assert.deepEqual(await billingOf(policyAdmin, "second-client", "A1", "7000000077"), before)
  })

  await t.test("ends auto pay, and its fee with it; a period that is paid stays paid", async () => {
    const end = {
      ...change,
      seen: onAutoPay,
      wanted: { ...notOnAutoPay, frequencyCode: "Q", paymentMethodLabel: "" },
    }
    assert.equal(await policyAdmin.changeBilling(end), "made")
    const ended = await billingOf(policyAdmin, "second-client", "A1", "7000000077")
    assert.equal(ended?.amountDue, 27_501)
    assert.equal(ended?.paymentMethodRecordId, null)
    assert.equal(ended?.paymentMethodLabel, "")

    // The bill is settled to the cent, counting a credit and an adjustment.
    const owed = 27_501 - (ended?.adjustment ?? 0) - (ended?.billingCredit ?? 0)
    await policyAdmin.applyPayment({
      ...payment,
      client: "second-client",
      paymentId: "cccccccc-0000-4000-8000-000000000000",
      policyNumber: "7000000077",
      amount: owed,
    })
    const again = { ...change, seen: { ...notOnAutoPay, frequencyCode: "Q" } }
    const wanted = { ...onAutoPay, frequencyCode: "M" }
    assert.equal(await policyAdmin.changeBilling({ ...again, wanted }), "made")
    assert.equal((await billingOf(policyAdmin, "second-client", "A1", "7000000077"))?.amountDue, 0)
  })

  await t.test("gives a repeated change its first result, also after another change", async () => {
    const on = { frequencyCode: "M", paymentMethodRecordId: "PM-9" }
    const off = { ...on, paymentMethodRecordId: null }
    const set = { ...change, seen: off, wanted: { ...onAutoPay, ...on } }
    const end = { ...change, seen: on, wanted: { ...off, paymentMethodLabel: "" } }
    const paidBy = async () =>
      (await billingOf(policyAdmin, "second-client", "A1", "7000000077"))?.paymentMethodRecordId
    const once = { ...end, changeId: "the end of auto pay" }
    const ended = Array.from({ length: 4 }, () => policyAdmin.changeBilling(once))
    assert.deepEqual(await Promise.all(ended), ["made", "made", "made", "made"])
    const same = { ...set, seen: on }
    assert.equal(await policyAdmin.changeBilling(same), "differs", "it is not paid so")
    assert.equal(await policyAdmin.changeBilling({ ...set, changeId: "auto pay again" }), "made")
    assert.equal(await policyAdmin.changeBilling(same), "made", "it is paid so already")
    assert.equal(await policyAdmin.changeBilling(once), "made")
    assert.equal(await paidBy(), "PM-9", "nothing is made again")
    const refused = { ...set, changeId: "a change that was refused" }
    const other = { ...refused, wanted: { ...set.wanted, paymentMethodRecordId: "PM-10" } }
    assert.equal(await policyAdmin.changeBilling(other), "differs")
    assert.equal(await policyAdmin.changeBilling(end), "made")
    assert.equal(await policyAdmin.changeBilling(other), "differs")
    assert.equal(await paidBy(), null, "a refused change is not made later")
    assert.equal(await policyAdmin.changeBilling(set), "made", "a change without an id is another")
  })
}
