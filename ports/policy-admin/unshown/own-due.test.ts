import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import type { BillingChange, OpenBill, Policy, PolicyAdmin } from "../port.ts"
import { AccountSystemRefused } from "../port.ts"
import { createOwnDue } from "./own-due.ts"
import { laterBilling } from "./own-values.ts"
import type { UnshownChange } from "./unshown-changes.store.ts"

const today = "2026-03-10"
const bill = { number: 1, dueDate: today, owed: 6_480 } as OpenBill
type Step = Extract<UnshownChange, { kind: "billing" }>

/** Auto pay off, or on with a method. */
const choice = (paymentMethodRecordId: string | null) => ({
  ...{ frequencyCode: "M", paymentMethodRecordId },
  paymentMethodLabel: paymentMethodRecordId ?? "",
})
const policyOf = (method: string | null) =>
  ({
    ...{ policyNumber: "4003120956", productDesc: "Term Life", active: true },
    billing: { ...choice(method), skippedDueDates: [], openAmounts: [] },
  }) as unknown as Policy

/** A product of an account system whose reads may lag behind all changes. */
function world() {
  const history: (string | null)[] = [null]
  let steps: Step[] = []
  let oldest = 0
  let refuses = false
  const read = () => policyOf(history[oldest] ?? null)
  const shown = () => laterBilling(read(), steps).value
  const inner = {
    product: async () => read(),
    async changeBilling({ seen, wanted }: BillingChange) {
      if (refuses) throw new AccountSystemRefused("changeBilling 400")
      const now = history.at(-1)
      if (now === wanted.paymentMethodRecordId) return "made"
      if (now === seen.paymentMethodRecordId) history.push(wanted.paymentMethodRecordId)
      return now === seen.paymentMethodRecordId ? "made" : "differs"
    },
  } as unknown as PolicyAdmin
  const { ownDueOf } = createOwnDue({
    inner,
    reads: { product: async () => shown(), openBills: async () => [bill] },
    async end(ended) {
      steps = steps.filter(({ id }) => !ended.some((one) => one.id === id))
    },
    todayOf: async () => Temporal.PlainDate.from(today),
  })
  return {
    now: () => history.at(-1) ?? null,
    isPending: () => steps.length > 0,
    phone: (method: string | null) => void history.push(method),
    /** Customers change the value that they see, and the account system accepts only that. */
    ours(method: string | null) {
      const seen = shown().billing.paymentMethodRecordId
      if (seen !== (history.at(-1) ?? null) || seen === method) return
      history.push(method)
      const of = { client: "harbor", accountNumber: "A1", policyNumber: "4003120956" }
      const change = { before: choice(seen), after: choice(method) }
      steps.push({ ...of, id: `${history.length}`, kind: "billing", ...change })
      oldest = Math.max(oldest, history.length - 2)
    },
    readWithLag(lag: number) {
      oldest = Math.max(oldest, history.length - 1 - lag)
    },
    refuse() {
      refuses = true
    },
    due: async () => await ownDueOf(steps, today),
  }
}

const method = fc.constantFrom(null, "card", "bank")
const acts = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant("ours" as const), method }),
    fc.record({ act: fc.constant("phone" as const), method }),
    fc.record({ act: fc.constant("read" as const), lag: fc.nat(3) }),
    fc.constant({ act: "run" as const }),
  ),
  { maxLength: 14 },
)

test("in any order of our changes, changes by phone and reads, due products are on auto pay with that method", async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (life) => {
      const at = world()
      for (const one of life) {
        if (one.act === "ours") at.ours(one.method)
        if (one.act === "phone") at.phone(one.method)
        if (one.act === "read") at.readWithLag(one.lag)
        if (one.act !== "run") continue
        const before = at.now()
        const due = await at.due()
        assert.equal(at.now(), before, "a run changes nothing in the account system")
        for (const { paymentMethodRecordId } of due) assert.equal(paymentMethodRecordId, before)
        // An unshown change of ours is due if it is on auto pay.
        if (at.isPending()) assert.equal(due.length, before === null ? 0 : 1)
      }
    }),
  )
})

test("auto pay that was set here and is not shown yet is due with its bills", async () => {
  const at = world()
  at.ours("card")
  const [due] = await at.due()
  assert.deepEqual(due, {
    ...{ client: "harbor", accountNumber: "A1", policyNumber: "4003120956" },
    ...{ productDesc: "Term Life", dueDate: today, amount: 6_480, paymentMethodRecordId: "card" },
    ...{ billNumbers: [1], dueDates: [today] },
  })
})

test("nothing is due, and our change stays, while the account system refuses to confirm it", async () => {
  const at = world()
  at.ours("card")
  at.refuse()
  assert.deepEqual(await at.due(), [])
  assert.equal(at.isPending(), true)
})
