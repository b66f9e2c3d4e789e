import { randomUUID } from "node:crypto"
import { type Check, expectSame } from "../check.ts"
import { onBill, owedOf, productsWithBill, stateOf, tenfold } from "../people.ts"
import { payAndReturn, paymentFor, postedFor, postingsOf } from "../posted.ts"

const group = "Returns and refunds"

export const returns: Check[] = [
  {
    name: "returns a payment once, and everything is due as before",
    group,
    writes: payAndReturn,
    async run(trial) {
      const [product] = await productsWithBill(trial)
      const { policyAdmin, today } = trial
      const before = await stateOf(policyAdmin, product)
      const payment = paymentFor(trial, product)
      const { client, paymentId } = payment
      await policyAdmin.applyPayment(payment)
      await tenfold(() => policyAdmin.returnPayment(client, paymentId, today))
      await policyAdmin.returnPayment(client, paymentId, today)
      expectSame(
        await stateOf(policyAdmin, product),
        before,
        "product and bills as before the payment",
      )
      expectSame(
        await postedFor(trial, product, paymentId),
        0,
        "nothing is left of the payment, in cents",
      )
      const kinds = (await postingsOf(trial, client, paymentId)).map(({ kind }) => kind).sort()
      expectSame(kinds, ["payment", "return"], "one posting of the payment and one of its return")
      await policyAdmin.applyPayment(payment)
      expectSame(
        await stateOf(policyAdmin, product),
        before,
        "the returned payment is not posted again",
      )
    },
  },
  {
    name: "keeps a return that arrives before its payment",
    group,
    writes: payAndReturn,
    async run(trial) {
      const [product] = await productsWithBill(trial)
      const before = await stateOf(trial.policyAdmin, product)
      const payment = paymentFor(trial, product)
      await trial.policyAdmin.returnPayment(product.client, payment.paymentId, trial.today)
      await trial.policyAdmin.applyPayment(payment)
      expectSame(await stateOf(trial.policyAdmin, product), before, "product and bills as before")
    },
  },
  {
    name: "ignores the return of a payment under another client",
    group,
    writes: payAndReturn,
    async run(trial) {
      const [product] = await productsWithBill(trial)
      const payment = paymentFor(trial, product)
      await trial.policyAdmin.applyPayment(payment)
      const paid = await stateOf(trial.policyAdmin, product)
      const others = [...new Set(trial.people.map(({ client }) => client))]
      for (const client of [...others, "no-such-client"].filter((one) => one !== product.client)) {
        await trial.policyAdmin.returnPayment(client, payment.paymentId, trial.today)
      }
      expectSame(await stateOf(trial.policyAdmin, product), paid, "the payment stays posted")
    },
  },
  {
    name: "refunds a part of a payment once, and undoes a refund that failed",
    group,
    writes: onBill("posts a payment of at most 1.00, refunds a part of it, and returns the rest"),
    async run(trial) {
      const [product] = await productsWithBill(trial)
      const { policyAdmin, today } = trial
      const owed = await owedOf(policyAdmin, product)
      const payment = paymentFor(trial, product)
      const { client, paymentId, amount } = payment
      await policyAdmin.applyPayment(payment)
      const part = Math.ceil(amount / 2)
      const refund = { client, paymentId, refundId: randomUUID(), amount: part, reopens: true }
      await tenfold(() => policyAdmin.refundPayment({ ...refund, refundedOn: today }))
      await policyAdmin.refundPayment({ ...refund, refundedOn: today })
      const refunded = await owedOf(policyAdmin, product)
      expectSame(refunded, owed - amount + part, "the refunded part is due again, once, in cents")
      const most = { ...refund, refundId: randomUUID(), amount: amount * 5, refundedOn: today }
      await policyAdmin.refundPayment(most)
      expectSame(
        await owedOf(policyAdmin, product),
        owed,
        "a refund takes at most what is left of the payment, in cents",
      )
      await policyAdmin.failRefund(
        { ...refund, refundId: most.refundId, amount: most.amount },
        today,
      )
      await tenfold(() => policyAdmin.failRefund(refund, today))
      expectSame(
        await owedOf(policyAdmin, product),
        owed - amount,
        "the payment counts in full after both refunds failed, in cents",
      )
    },
  },
  {
    name: "settles the bills of a refund that reopens nothing by a credit",
    group,
    writes: onBill(
      "posts a payment of at most 1.00, refunds it with a credit, and takes both back",
    ),
    async run(trial) {
      const [product] = await productsWithBill(trial)
      const { policyAdmin, today } = trial
      const payment = paymentFor(trial, product)
      const { client, paymentId, amount } = payment
      await policyAdmin.applyPayment(payment)
      const paid = await owedOf(policyAdmin, product)
      const refund = { client, paymentId, refundId: randomUUID(), amount, reopens: false }
      trial.undo(() => policyAdmin.failRefund(refund, today))
      await policyAdmin.refundPayment({ ...refund, refundedOn: today })
      const refunded = await owedOf(policyAdmin, product)
      expectSame(
        refunded,
        paid,
        "no bill is due again after a refund with `reopens` false, in cents",
      )
    },
  },
]
