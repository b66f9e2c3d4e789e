import assert from "node:assert/strict"
import { test } from "node:test"
import type { Policy, PolicyAdmin } from "../port.ts"
import { createProductState } from "./product-state.ts"
import type { UnshownChange } from "./unshown-changes.store.ts"

const key = { client: "harbor", accountNumber: "A1", policyNumber: "4003120956" }
const choice = (paymentMethodRecordId: string | null) => ({
  ...{ frequencyCode: "M", paymentMethodRecordId, paymentMethodLabel: "" },
})

test("a read of a product with a change of auto pay asks for no bills, so that no failed read is left behind", async () => {
  const asked: string[] = []
  const inner = {
    openBills: () => {
      asked.push("openBills")
      return Promise.reject(new Error("away"))
    },
    entries: async () => [],
  } as unknown as PolicyAdmin
  const { productsWith } = createProductState({
    inner,
    end: async () => undefined,
    todayOf: async () => Temporal.PlainDate.from("2026-03-10"),
  })
  const product = {
    policyNumber: key.policyNumber,
    billing: { ...choice(null), skippedDueDates: [], openAmounts: [] },
  } as unknown as Policy
  const change = { ...key, id: "1", kind: "billing", before: choice(null), after: choice("card") }
  const [shown] = await productsWith(
    [key.client, key.accountNumber],
    [product],
    [change as unknown as UnshownChange],
  )
  assert.equal(shown?.billing.paymentMethodRecordId, "card")
  assert.deepEqual(asked, [])
})
