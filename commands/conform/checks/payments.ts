import { randomUUID } from "node:crypto"
import { type Check, expect, expectSame, NotApplicable, type Trial } from "../check.ts"
import {
  keyOf,
  nameOf,
  onBill,
  owedOf,
  type Product,
  productsWithBill,
  productWithoutBill,
  stateOf,
  tenfold,
} from "../people.ts"
import { payAndReturn, paymentFor, postedFor, postingsOf, sumOf } from "../posted.ts"

const group = "Payments"

export const payments: Check[] = [
  {
    name: "names the money that a person has paid of the next charge as paid, not as a credit",
    group,
    writes: payAndReturn,
    async run(trial) {
      const [product] = await productsWithBill(trial)
      const { policyAdmin } = trial
      const key = keyOf(product)
      await policyAdmin.applyPayment(paymentFor(trial, product))
      const charge = await policyAdmin.nextCharge(...key, { today: trial.today })
      const entries = await policyAdmin.entries(...key)
      const paid = entries.filter(
        ({ kind, billNumber }) =>
          ["payment", "return", "refund"].includes(kind) &&
          billNumber !== null &&
          charge?.billNumbers.includes(billNumber),
      )
      if (!charge) return
      const { alreadyPaid, credit } = charge
      const least = Math.min(credit, sumOf(paid))
      expect(
        alreadyPaid >= least,
        "alreadyPaid has what payments settle of these bills, in cents",
        {
          alreadyPaid,
          least,
        },
      )
    },
  },
  {
    name: "shows a payment in every read that follows it, and in no other product",
    group,
    writes: payAndReturn,
    async run(trial) {
      const [product] = await productsWithBill(trial)
      const { policyAdmin } = trial
      const { client, accountNumber, policyNumber } = product
      const before = await policyAdmin.account(client, accountNumber)
      const owed = await owedOf(policyAdmin, product)
      const earlier = await policyAdmin.entries(...keyOf(product))
      // The reads fill a cache of the account system, if it has one.
      await policyAdmin.product(...keyOf(product))
      await otherReads(trial, product)
      const payment = paymentFor(trial, product)
      await policyAdmin.applyPayment(payment)
      const owedAfter = await owedOf(policyAdmin, product)
      expectSame(
        owedAfter,
        owed - payment.amount,
        "the open bills owe less by the payment, in cents",
      )
      const after = await policyAdmin.account(client, accountNumber)
      const others = (account: typeof before) =>
        account?.products.filter((one) => one.policyNumber !== policyNumber)
      expectSame(others(after), others(before), "no other product changed")
      const own = after?.products.find((one) => one.policyNumber === policyNumber)
      expectSame(
        sumOf((own?.billing.openAmounts ?? []).map(({ owed }) => ({ amount: owed }))),
        owedAfter,
        "the list of products shows what is owed now, in cents",
      )
      expectSame(
        await policyAdmin.product(...keyOf(product)),
        own,
        "the product alone shows the payment too",
      )
      const { detail, active, coming } = await otherReads(trial, product)
      expectSame(detail, own, "so does the product with all its parts")
      expectSame(active, own, "so does the list of active products")
      expectSame(coming, owedAfter, "the coming bills that are issued owe less, too, in cents")
      const entries = await policyAdmin.entries(...keyOf(product))
      expectSame(entries.slice(0, earlier.length), earlier, "earlier entries stay, in their order")
      expectSame(
        sumOf(entries.filter(({ lot }) => lot === payment.paymentId)),
        payment.amount,
        "entries of the payment, in cents",
      )
      const { paymentId: id, amount } = payment
      const posting = { kind: "payment", id, amount, on: trial.today }
      expectSame(
        await postingsOf(trial, client, id),
        [posting],
        "one posting with the amount and day of the payment",
      )
    },
  },
  {
    name: "never moves the last day that is paid back when a payment is posted",
    group,
    writes: payAndReturn,
    async run(trial) {
      const product = (await productsWithBill(trial)).find(({ policy }) => policy.coveredUntil)
      if (!product) throw new NotApplicable("no product with an open bill has coveredUntil")
      await trial.policyAdmin.applyPayment(paymentFor(trial, product))
      const before = product.policy.coveredUntil ?? ""
      const after = (await trial.policyAdmin.product(...keyOf(product)))?.coveredUntil
      expect((after ?? "") >= before, `coveredUntil on ${before} or later`, after)
    },
  },
  {
    name: "posts a payment once, also when it comes ten times at once and again later",
    group,
    writes: payAndReturn,
    async run(trial) {
      const [product] = await productsWithBill(trial)
      const owed = await owedOf(trial.policyAdmin, product)
      const payment = paymentFor(trial, product)
      await tenfold(() => trial.policyAdmin.applyPayment(payment))
      await trial.policyAdmin.applyPayment(payment)
      const after = await owedOf(trial.policyAdmin, product)
      expectSame(owed - after, payment.amount, "the payment counts once, in cents")
      const posted = await postedFor(trial, product, payment.paymentId)
      expectSame(posted, payment.amount, "entries of one payment, in cents")
      const postings = await postingsOf(trial, product.client, payment.paymentId)
      expectSame(postings.length, 1, "one posting")
    },
  },
  {
    name: "posts every one of ten payments that come at once",
    group,
    writes: onBill("posts ten payments of 0.01 and returns them"),
    async run(trial) {
      const [product] = await productsWithBill(trial)
      const made = Array.from({ length: 10 }, () => paymentFor(trial, product, 1))
      await Promise.all(made.map((payment) => trial.policyAdmin.applyPayment(payment)))
      for (const { paymentId } of made) {
        expectSame(
          await postedFor(trial, product, paymentId),
          1,
          "entries of each payment, in cents",
        )
      }
    },
  },
  {
    name: "settles the bill that a payment names first",
    group,
    writes: payAndReturn,
    async run(trial) {
      const [product] = await productsWithBill(trial)
      const bills = await trial.policyAdmin.openBills(...keyOf(product))
      const newest = bills.at(-1) ?? product.bill
      const payment = paymentFor(trial, { ...product, bill: newest })
      await trial.policyAdmin.applyPayment({ ...payment, billNumbers: [newest.number] })
      const entries = await trial.policyAdmin.entries(...keyOf(product))
      const own = entries.filter(({ lot }) => lot === payment.paymentId)
      const settled = own.map(({ billNumber, amount }) => [billNumber, amount])
      expectSame(
        settled,
        [[newest.number, payment.amount]],
        "the named bill takes the whole payment",
      )
    },
  },
  {
    name: "keeps money that no open bill needs for the next bill",
    group,
    writes: {
      what: "posts a payment and a credit of 1.00 while no bill is open, and takes both back",
      on: async (trial) => nameOf(await productWithoutBill(trial)),
    },
    async run(trial) {
      const { policy, ...product } = await productWithoutBill(trial)
      const { policyAdmin, today } = trial
      const { frequencyCode, paymentMethodRecordId } = policy.billing
      const choices = [{ frequencyCode, paymentMethodRecordId }]
      const unused = async () => {
        const question = { today, minimum: 1, choices }
        const [now] = await policyAdmin.chargesAfter(...keyOf(product), question)
        return { unapplied: now?.unapplied ?? 0, unappliedOwn: now?.unappliedOwn ?? 0 }
      }
      const before = await unused()
      const [paymentId, creditId, amount] = [randomUUID(), randomUUID(), 100]
      trial.undo(() => policyAdmin.returnPayment(product.client, paymentId, today))
      await policyAdmin.applyPayment({ ...product, paymentId, amount, paidOn: today })
      const paid = {
        unapplied: before.unapplied + amount,
        unappliedOwn: before.unappliedOwn + amount,
      }
      expectSame(await unused(), paid, "the payment waits for the next bill, in cents")
      const note = "Conformance test"
      const reversal = { ...product, reversalId: randomUUID(), reverses: creditId, on: today, note }
      trial.undo(() => policyAdmin.reverseCorrection(reversal))
      await policyAdmin.postCredit({ ...product, creditId, amount, on: today, note })
      const credited = { ...paid, unapplied: paid.unapplied + amount }
      expectSame(await unused(), credited, "so does the credit, which the person has not paid")
      const entries = await policyAdmin.entries(...keyOf(product))
      for (const id of [paymentId, creditId]) {
        const own = entries.filter(({ lot }) => lot === id)
        const places = own.map(({ billNumber, amount }) => [billNumber, amount])
        expectSame(places, [[null, amount]], "an entry that settles no bill")
      }
    },
  },
  {
    name: "keeps a payment for a product that does not exist apart",
    group,
    writes: onBill("posts a payment of 1.00 to a product that does not exist, and returns it"),
    async run(trial) {
      const [product] = await productsWithBill(trial)
      const before = await stateOf(trial.policyAdmin, product)
      const payment = { ...paymentFor(trial, product), policyNumber: "no-such-number" }
      await trial.policyAdmin.applyPayment(payment)
      expectSame(
        await stateOf(trial.policyAdmin, product),
        before,
        "no product of the person changed",
      )
      const key = [product.client, product.accountNumber, "no-such-number"] as const
      const found = await trial.policyAdmin.product(...key)
      expect(found === undefined, "no product where there was none", found)
    },
  },
]

/**
 * The product in three further operations: with its parts, in the list of active ones, and in its
 * coming bills.
 */
async function otherReads({ policyAdmin, today }: Trial, product: Product) {
  const until = Temporal.PlainDate.from(today).add({ years: 10 }).toString()
  const detail = await policyAdmin.policy(...keyOf(product))
  const list = await policyAdmin.activeProducts(...keyOf(product))
  const { bills } = await policyAdmin.comingBills(...keyOf(product), { today, until })
  return {
    detail: detail?.policy,
    active: list?.find(({ policyNumber }) => policyNumber === product.policyNumber),
    coming: sumOf(bills.flatMap(({ isIssued, owed }) => (isIssued ? [{ amount: owed }] : []))),
  }
}
