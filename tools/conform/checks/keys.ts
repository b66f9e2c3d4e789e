import { randomUUID } from "node:crypto"
import { pathOf } from "#ports/policy-admin/contract/operation.ts"
import { operations } from "#ports/policy-admin/contract/operations.ts"
import { type Check, expectSame, type Trial } from "../check.ts"
import { onBill, owedOf, productsWithBill, stateOf, tenfold } from "../people.ts"
import { type Exchange, expectProblem } from "../server.ts"

const group = "Idempotency keys"

/** A payment in the form that travels, and a function that sends it. It is returned afterward. */
async function rawPayment(trial: Trial) {
  const [{ client, accountNumber, policyNumber, bill }] = await productsWithBill(trial)
  const product = { client, accountNumber, policyNumber }
  const paymentId = randomUUID()
  trial.undo(() => trial.policyAdmin.returnPayment(client, paymentId, trial.today))
  const cents = Math.min(100, bill.owed)
  const payment = { ...product, paymentId, amount: cents, paidOn: trial.today }
  const send = (key: string | undefined, change: object = {}) =>
    trial.server.send(pathOf("applyPayment"), {
      body: JSON.stringify({ ...operations.applyPayment.request.encode(payment), ...change }),
      headers: { "idempotency-key": key },
    })
  return { product, cents, paymentId, send }
}

const isBusy = ({ status }: Exchange) => status === 503 || status === 429

export const keys: Check[] = [
  {
    name: "posts once for ten equal requests with one key at once, and answers all alike",
    group,
    writes: onBill("posts a payment of at most 1.00 and returns it"),
    async run(trial) {
      const { product, cents, send } = await rawPayment(trial)
      const owed = await owedOf(trial.policyAdmin, product)
      const key = randomUUID()
      const answers = await tenfold(() => send(key))
      answers.push(await send(key))
      // A request may be told to wait for the one under way.
      const final = answers.filter((one) => !isBusy(one))
      for (const { status } of final) expectSame(status, 200, "a success for each repetition")
      for (const { text } of final) {
        expectSame(
          JSON.parse(text),
          JSON.parse(final[0]?.text ?? ""),
          "the reply of the first request",
        )
      }
      expectSame(
        owed - (await owedOf(trial.policyAdmin, product)),
        cents,
        "the payment counts once, in cents",
      )
    },
  },
  {
    name: "posts once for one payment under ten keys",
    group,
    writes: onBill("posts a payment of at most 1.00 and returns it"),
    async run(trial) {
      const { product, cents, send } = await rawPayment(trial)
      const owed = await owedOf(trial.policyAdmin, product)
      for (const { status } of await tenfold(() => send(randomUUID()))) {
        expectSame(status, 200, "a success for each repetition")
      }
      expectSame(
        owed - (await owedOf(trial.policyAdmin, product)),
        cents,
        "the payment counts once, in cents",
      )
    },
  },
  {
    name: "refuses another request under a used key, and changes nothing",
    group,
    writes: onBill("posts a payment of at most 1.00 and returns it"),
    async run(trial) {
      const { product, send } = await rawPayment(trial)
      const key = randomUUID()
      expectSame((await send(key)).status, 200, "a success")
      const paid = await stateOf(trial.policyAdmin, product)
      expectProblem(await send(key, { amount: "0.02" }), "keyReused")
      const other = randomUUID()
      trial.undo(() => trial.policyAdmin.returnPayment(product.client, other, trial.today))
      expectProblem(await send(key, { paymentId: other }), "keyReused")
      expectSame(
        await stateOf(trial.policyAdmin, product),
        paid,
        "product and bills as after the first request",
      )
    },
  },
  {
    name: "refuses a change without a key",
    group,
    writes: onBill("sends a payment that must be refused"),
    async run(trial) {
      const { product, send } = await rawPayment(trial)
      const before = await stateOf(trial.policyAdmin, product)
      expectProblem(await send(undefined), "invalid")
      expectSame(await stateOf(trial.policyAdmin, product), before, "product and bills as before")
    },
  },
  {
    name: "refuses amounts and dates that are not in the contract's form, and posts nothing",
    group,
    writes: onBill("sends payments that must be refused"),
    async run(trial) {
      const { product, send } = await rawPayment(trial)
      const before = await stateOf(trial.policyAdmin, product)
      for (const amount of [0.01, 1, "0.00", "-0.01", "0.010", "1e1", ".01", null]) {
        expectProblem(await send(randomUUID(), { amount }), "invalid")
      }
      for (const paidOn of [`${trial.today}T00:00:00Z`, "2027-02-30", null]) {
        expectProblem(await send(randomUUID(), { paidOn }), "invalid")
      }
      expectSame(await stateOf(trial.policyAdmin, product), before, "product and bills as before")
    },
  },
  {
    name: "posts nothing for a request with a wrong token",
    group,
    writes: onBill("sends a payment that must be refused"),
    async run(trial) {
      const { product, paymentId } = await rawPayment(trial)
      const before = await stateOf(trial.policyAdmin, product)
      const payment = operations.applyPayment.request.encode({
        ...product,
        paymentId,
        amount: 1,
        paidOn: trial.today,
      })
      for (const authorization of [undefined, "Bearer no-such-token"]) {
        const headers = { authorization, "idempotency-key": randomUUID() }
        const exchange = await trial.server.send(pathOf("applyPayment"), {
          body: JSON.stringify(payment),
          headers,
        })
        expectProblem(exchange, "unauthorized")
      }
      const after = await stateOf(trial.policyAdmin, product)
      expectSame(after, before, "product and bills as before")
    },
  },
]
