import type { OpenBill, Policy, PolicyAdmin } from "#ports/policy-admin/port.ts"
import { type Check, expectSame, NotApplicable, type Trial } from "../check.ts"
import {
  changeable,
  keyOf,
  nameOf,
  onPerson,
  type Product,
  productsOf,
  stateOf,
  tenfold,
} from "../people.ts"

const group = "Ways of paying"

const changesFrequency = {
  what: "changes the frequency and changes it back",
  on: async (trial: Trial) => (await productsWithChoice(trial)).map(nameOf).join("; "),
}

export const billing: Check[] = [
  {
    name: "changes how a product is paid once, only from the way that was seen",
    group,
    writes: {
      what: "changes the frequency and changes it back",
      on: async (trial) => nameOf((await productWithChoice(trial))[0]),
    },
    async run(trial) {
      const { policyAdmin, today: changedOn } = trial
      const [product, policy] = await productWithChoice(trial)
      const before = await unnumbered(policyAdmin, product)
      const { frequencyCode, paymentMethodRecordId, paymentMethodLabel, frequencies } =
        policy.billing
      const seen = { frequencyCode, paymentMethodRecordId }
      const other = frequencies.find(({ code }) => code !== frequencyCode)?.code ?? ""
      const wanted = { ...seen, frequencyCode: other, paymentMethodLabel }
      const back = {
        ...product,
        changedOn,
        seen: { ...seen, frequencyCode: other },
        wanted: { ...seen, paymentMethodLabel },
      }
      trial.undo(() => policyAdmin.changeBilling(back))
      for (const wrong of [
        {
          seen: { ...seen, frequencyCode: other },
          wanted: { ...wanted, frequencyCode: "no-such-frequency" },
        },
        { seen: { ...seen, paymentMethodRecordId: "no-such-method" }, wanted },
        { seen: { ...seen, frequencyCode: other }, wanted },
        { seen, wanted, accountNumber: "no-such-number" },
        { seen, wanted, client: "no-such-client" },
      ]) {
        const result = await policyAdmin.changeBilling({ ...product, changedOn, ...wrong })
        expectSame(
          result,
          "differs",
          "a change from another way of paying, or of another product, is refused",
        )
      }
      expectSame(await unnumbered(policyAdmin, product), before, "product and bills as before")
      const results = await tenfold(() =>
        policyAdmin.changeBilling({ ...product, changedOn, seen, wanted }),
      )
      expectSame(
        results,
        results.map(() => "made"),
        "every repetition says that it is paid as requested",
      )
      const after = await policyAdmin.product(...keyOf(product))
      expectSame(after?.billing.frequencyCode, other, "the new frequency")
      expectSame(await policyAdmin.changeBilling(back), "made", "the change back is made")
      expectSame(await unnumbered(policyAdmin, product), before, "product and bills as before")
    },
  },
  {
    name: "gives the open bill that is not due yet the new frequency's price, as it was quoted",
    group,
    writes: changesFrequency,
    async run(trial) {
      let checked = 0
      for (const choice of await productsWithChoice(trial)) {
        const { key, wanted, current } = choice
        if (!current) continue
        checked += 1
        const question = { today: trial.today, minimum: 1, choices: [wanted] }
        const [quoted] = await trial.policyAdmin.chargesAfter(...key, question)
        const after = await changeAndBack(trial, choice)
        const newest = after.at(-1)
        const { amount, fee } = choice.frequency
        const isCharged = choice.hasBillingFee && wanted.paymentMethodRecordId !== null
        expectSame(
          [newest?.dueDate, newest?.premium, newest?.fee],
          [current.dueDate, amount, isCharged ? fee : 0],
          "the current bill with the price and the fee of its new frequency, in cents",
        )
        const bills = (quoted?.openBills ?? []).map(withoutNumber)
        expectSame(after.map(withoutNumber), bills, "the open bills that were quoted")
      }
      if (checked > 0) return
      throw new NotApplicable("no product with several frequencies has a bill that is not due yet")
    },
  },
  {
    name: "leaves every bill that is due or paid as it is when the frequency changes",
    group,
    writes: changesFrequency,
    async run(trial) {
      let checked = 0
      for (const choice of await productsWithChoice(trial)) {
        const { key, bills, current } = choice
        const others = bills.filter((bill) => bill !== current)
        if (others.length === 0 && bills.length > 0) continue
        checked += 1
        const entries = await trial.policyAdmin.entries(...key)
        const after = await changeAndBack(trial, choice)
        const left = after.filter(({ dueDate }) => dueDate !== current?.dueDate)
        expectSame(left, others, "the same other bills, and no paid bill open again")
        const now = await trial.policyAdmin.entries(...key)
        expectSame(now.slice(0, entries.length), entries, "earlier entries stay, in their order")
      }
      if (checked > 0) return
      throw new NotApplicable("no product with several frequencies has a bill that is due or paid")
    },
  },
  {
    name: "skips no charge of a product under another person or client",
    group,
    writes: onPerson("asks to skip charges that must be refused"),
    async run(trial) {
      const product = productsOf(changeable(trial))[0]
      if (!product) return
      const before = await stateOf(trial.policyAdmin, product)
      for (const wrong of [
        { client: "no-such-client" },
        { accountNumber: "no-such-number" },
        { policyNumber: "no-such-number" },
      ]) {
        const isKnown = await trial.policyAdmin.skipCharge({
          ...product,
          ...wrong,
          dueDates: [trial.today],
        })
        expectSame(isKnown, false, "an unknown product")
      }
      expectSame(await stateOf(trial.policyAdmin, product), before, "product and bills as before")
    },
  },
]

/** A new price may create a new bill. */
const withoutNumber = ({ number: _, ...bill }: OpenBill) => bill

/** The customer's view of a product, without bill numbers. */
async function unnumbered(policyAdmin: PolicyAdmin, product: Product) {
  const { openBills, ...state } = await stateOf(policyAdmin, product)
  return { ...state, openBills: openBills.map(withoutNumber) }
}

/** Errors: `NotApplicable`. */
async function productWithChoice(trial: Trial) {
  const [first] = await productsWithChoice(trial)
  return [first.product, first.policy] as const
}

/** A product, its next frequency, and today's bills. */
interface Choice extends Product {
  product: Product
  key: ReturnType<typeof keyOf>
  policy: Policy
  hasBillingFee: boolean
  frequency: Policy["billing"]["frequencies"][number]
  seen: { frequencyCode: string; paymentMethodRecordId: string | null }
  wanted: { frequencyCode: string; paymentMethodRecordId: string | null }
  bills: OpenBill[]
  /** The newest bill, if it is open, not due yet, and not skipped by auto pay. */
  current: OpenBill | undefined
}

/** Errors: `NotApplicable`. */
async function productsWithChoice(trial: Trial): Promise<[Choice, ...Choice[]]> {
  const choices: Choice[] = []
  for (const product of productsOf(changeable(trial))) {
    const key = keyOf(product)
    const policy = await trial.policyAdmin.product(...key)
    if (!policy?.active || policy.billing.kind !== "direct" || policy.billing.changeBlocked !== "")
      continue
    const { frequencies, frequencyCode, paymentMethodRecordId, hasBillingFee } = policy.billing
    const frequency = frequencies.find(({ code }) => code !== frequencyCode)
    if (!frequency) continue
    const bills = await trial.policyAdmin.openBills(...key)
    const entries = await trial.policyAdmin.entries(...key)
    const newest = bills.at(-1)
    const isLast = entries.every(({ billNumber }) => (billNumber ?? 0) <= (newest?.number ?? 0))
    const isSkipped =
      paymentMethodRecordId !== null &&
      policy.billing.skippedDueDates.includes(newest?.dueDate ?? "")
    const isCurrent = newest && newest.dueDate > trial.today && isLast && !isSkipped
    const seen = { frequencyCode, paymentMethodRecordId }
    const wanted = { ...seen, frequencyCode: frequency.code }
    const current = isCurrent ? newest : undefined
    choices.push({
      ...{ ...product, product, key, policy, hasBillingFee, frequency, seen, wanted },
      ...{ bills, current },
    })
  }
  const [first, ...more] = choices
  if (first) return [first, ...more]
  throw new NotApplicable("no product that may be changed offers several frequencies")
}

/** The open bills after the change, which is then undone. */
async function changeAndBack(trial: Trial, { product, key, policy, seen, wanted }: Choice) {
  const { policyAdmin, today: changedOn } = trial
  const { paymentMethodLabel } = policy.billing
  const change = (from: Choice["seen"], to: Choice["wanted"]) => {
    const into = { ...to, paymentMethodLabel }
    return policyAdmin.changeBilling({ ...product, changedOn, seen: from, wanted: into })
  }
  trial.undo(() => change(wanted, seen))
  expectSame(await change(seen, wanted), "made", "the change is made")
  const after = await policyAdmin.openBills(...key)
  expectSame(await change(wanted, seen), "made", "the change back is made")
  return after
}
