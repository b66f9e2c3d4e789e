import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
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

/** The state that a customer sees of a product. Bill numbers are left out: a new price may bring a new bill. */
async function unnumbered(policyAdmin: PolicyAdmin, product: Product) {
  const { openBills, ...state } = await stateOf(policyAdmin, product)
  return { ...state, openBills: openBills.map(({ number: _, ...bill }) => bill) }
}

/** Errors: `NotApplicable`. */
async function productWithChoice(trial: Trial) {
  for (const product of productsOf(changeable(trial))) {
    const policy = await trial.policyAdmin.product(...keyOf(product))
    const isOffered =
      policy?.active && policy.billing.kind === "direct" && policy.billing.changeBlocked === ""
    if (policy && isOffered && policy.billing.frequencies.length > 1)
      return [product, policy] as const
  }
  throw new NotApplicable("no product that may be changed offers several frequencies")
}
