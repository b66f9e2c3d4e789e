import assert from "node:assert/strict"
import type { TestContext } from "node:test"
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

/** Tests of posting payments and taking them back. */
export async function testPayments(t: TestContext, policyAdmin: PolicyAdmin) {
  await t.test("posts a payment once, also for repeated and concurrent calls", async () => {
    const before = await policyAdmin.account("first-client", "A1")
    await Promise.all(Array.from({ length: 8 }, () => policyAdmin.applyPayment(payment)))
    await policyAdmin.applyPayment(payment)
    const billing = await billingOf(policyAdmin, "first-client", "A1", "7000000009")
    assert.equal(billing?.amountDue, 0)
    assert.equal(billing?.billingCredit, 0)
    assert.equal(billing?.dueDate, "2032-01-31")
    const others = (account: typeof before) =>
      account?.products.filter((product) => product.policyNumber !== "7000000009")
    const after = await policyAdmin.account("first-client", "A1")
    assert.deepEqual(others(after), others(before), "no other product changed")
  })

  await t.test("RECONCILE-06 lists what is posted in a period, each payment once", async () => {
    const { client, paymentId, amount, paidOn } = payment
    const made = { kind: "payment", id: paymentId, amount, on: paidOn }
    assert.deepEqual(await policyAdmin.postings(client, "2031-11-01", paidOn), [made])
    assert.deepEqual(await policyAdmin.postings(client, "2031-12-02", "2031-12-31"), [])
    assert.deepEqual(await policyAdmin.postings("second-client", "2031-11-01", paidOn), [])
  })

  await t.test("takes a payment back once, and what was due is due again", async () => {
    const takeBack = () =>
      policyAdmin.returnPayment("first-client", payment.paymentId, "2031-12-09")
    await Promise.all([takeBack(), takeBack(), takeBack()])
    await takeBack()
    const billing = await billingOf(policyAdmin, "first-client", "A1", "7000000009")
    assert.equal(billing?.amountDue, 2_600)
    assert.equal(billing?.pastDueAmount, 0)
    assert.equal(billing?.dueDate, "2031-12-31")
    assert.deepEqual(await policyAdmin.postings("first-client", "2031-12-02", "2031-12-31"), [
      { kind: "return", id: payment.paymentId, amount: 2_600, on: "2031-12-09" },
    ])
    await policyAdmin.applyPayment(payment)
    assert.deepEqual(
      await billingOf(policyAdmin, "first-client", "A1", "7000000009"),
      billing,
      "it is not posted again",
    )
  })

  await t.test(
    "shows the bills of a product that are not settled, each with its due date",
    async () => {
      const bills = await policyAdmin.openBills("first-client", "A1", "7000000001")
      assert.deepEqual(
        bills.map(({ dueDate, owed }) => [dueDate, owed]),
        [
          ["2028-02-29", 33],
          ["2028-05-29", 29_495],
        ],
      )
      for (const [client, account] of [
        ["first-client", "A2"],
        ["second-client", "A2"],
        ["third-client", "A1"],
      ] as const) {
        assert.deepEqual(await policyAdmin.openBills(client, account, "7000000001"), [])
      }
    },
  )

  await t.test(
    "tells the next charge: what is due, else the next bill, else the next period",
    async () => {
      const next = async (policyNumber: string, today: string, more = {}) => {
        const question = { today, ...more }
        const charge = await policyAdmin.nextCharge("first-client", "A1", policyNumber, question)
        return charge && [charge.date, charge.amount, charge.billNumbers]
      }
      assert.deepEqual(await next("7000000001", "2028-02-01"), ["2028-02-29", 33, [1]])
      assert.deepEqual(await next("7000000001", "2028-05-28"), ["2028-05-28", 33, [1]])
      assert.deepEqual(await next("7000000001", "2028-05-29"), ["2028-05-29", 29_528, [1, 2]])
      assert.equal(await next("7999999999", "2028-02-01"), undefined)
      const small = { minimum: 34 }
      assert.deepEqual(
        await next("7000000001", "2028-02-01", small),
        ["2028-05-29", 29_528, [1, 2]],
        "a sum below the minimum is charged with the next bill",
      )
      const product = ["second-client", "A1", "7000000001"] as const
      const [client, , policyNumber] = product
      const paymentId = "eeeeeeee-0000-4000-8000-000000000000"
      await policyAdmin.applyPayment({ ...payment, client, policyNumber, paymentId, amount: 2_700 })
      assert.deepEqual(await policyAdmin.nextCharge(...product, { today: "2031-12-02" }), {
        date: "2032-01-31",
        dueDates: ["2032-01-31"],
        billNumbers: [],
        amount: 2_500,
        premium: 2_600,
        fee: 0,
        adjustment: 0,
        credit: 100,
        alreadyPaid: 100,
      })
      const entries = await policyAdmin.entries(...product)
      const told = entries.map(({ kind, cause, billNumber, amount }) =>
        [kind, cause, billNumber, amount].join(" "),
      )
      assert.deepEqual(
        told.sort(),
        [`payment ${paymentId} 1 2600`, `payment ${paymentId}  100`].sort(),
      )
      assert.deepEqual(await policyAdmin.entries("third-client", "A1", policyNumber), [])
    },
  )

  await t.test("a return that arrives before its payment leaves the bill open", async () => {
    const paymentId = "dddddddd-0000-4000-8000-000000000000"
    const product = ["first-client", "A1", "7000000002"] as const
    const bills = await policyAdmin.openBills(...product)
    await policyAdmin.returnPayment("first-client", paymentId, "2031-12-09")
    const late = { ...payment, paymentId, policyNumber: "7000000002" }
    await policyAdmin.applyPayment(late)
    await policyAdmin.applyPayment(late)
    assert.deepEqual(await policyAdmin.openBills(...product), bills)
    assert.equal(bills.length, 1)
  })

  await t.test("posts payments of one product that come at the same time one by one", async () => {
    const ids = Array.from({ length: 6 }, (_, n) => `aaaaaaaa-0000-4000-8000-00000000000${n}`)
    await Promise.all(
      ids.map((paymentId) => policyAdmin.applyPayment({ ...payment, paymentId, amount: 100 })),
    )
    const billing = await billingOf(policyAdmin, "first-client", "A1", "7000000009")
    assert.equal(billing?.billingCredit, 600)
    assert.equal(billing?.amountDue, 2_600)
    assert.equal(billing?.dueDate, "2031-12-31")
  })

  await t.test(
    "keeps the payments of clients apart, and ignores payments that it never posted",
    async () => {
      const second = { ...payment, client: "second-client", policyNumber: "7000000088" }
      await policyAdmin.applyPayment(second)
      const billing = await billingOf(policyAdmin, "second-client", "A1", "7000000088")
      assert.equal(billing?.amountDue, 0)
      await policyAdmin.returnPayment("third-client", payment.paymentId, "2031-12-09")
      assert.deepEqual(await billingOf(policyAdmin, "second-client", "A1", "7000000088"), billing)
      await policyAdmin.applyPayment({
        ...payment,
        paymentId: "bbbbbbbb-0000-4000-8000-000000000000",
        policyNumber: "7999999999",
      })
    },
  )
}
