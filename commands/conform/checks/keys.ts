import { randomUUID } from "node:crypto"
import { pathOf } from "#ports/policy-admin/contract/operation.ts"
import { operations } from "#ports/policy-admin/contract/operations.ts"
import { type Check, expectSame, NotApplicable, type Trial } from "../check.ts"
import {
  changeable,
  keyOf,
  nameOf,
  onBill,
  owedOf,
  productsOf,
  productsWithBill,
  stateOf,
  tenfold,
} from "../people.ts"
import { type Exchange, expectProblem } from "../server.ts"

const group = "Idempotency keys"

/** An encoded payment, and a function that sends it. It is returned afterward. */
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

/** A product that may be changed, with its payment settings. Errors: `NotApplicable`. */
async function paidDirectly(trial: Trial) {
  for (const product of productsOf(changeable(trial))) {
    const policy = await trial.policyAdmin.product(...keyOf(product))
    if (policy?.active && policy.billing.kind === "direct") {
      return { ...product, billing: policy.billing }
    }
  }
  throw new NotApplicable("no product that may be changed is active and paid directly")
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
      // The answer may be to wait for the request in progress.
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
    name: "makes a change of how a product is paid once for its key, also after another change",
    group,
    writes: {
      what: "changes how it is paid and changes it back",
      on: async (trial) => nameOf(await paidDirectly(trial)),
    },
    async run(trial) {
      const { policyAdmin, today: changedOn } = trial
      const product = await paidDirectly(trial)
      const { frequencyCode, paymentMethodRecordId, paymentMethodLabel } = product.billing
      const now = { frequencyCode, paymentMethodRecordId }
      const other = { ...now, paymentMethodRecordId: paymentMethodRecordId ? null : "conformance" }
      const label = paymentMethodRecordId ? "" : "Conformance test"
      const { billing: _, ...of } = product
      const change = {
        ...of,
        changedOn,
        seen: now,
        wanted: { ...other, paymentMethodLabel: label },
      }
      const back = { ...of, changedOn, seen: other, wanted: { ...now, paymentMethodLabel } }
      const first = { ...change, changeId: randomUUID() }
      trial.undo(() => policyAdmin.changeBilling(back))
      expectSame(await policyAdmin.changeBilling(first), "made", "the change is made")
      expectSame(await policyAdmin.changeBilling(back), "made", "the change back is made")
      expectSame(await policyAdmin.changeBilling(first), "made", "the reply of the first request")
      const after = await policyAdmin.product(...keyOf(product))
      expectSame(
        after?.billing.paymentMethodRecordId,
        paymentMethodRecordId,
        "the product is paid as after the change back",
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
