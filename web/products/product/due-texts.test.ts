import assert from "node:assert/strict"
import { test } from "node:test"
import { severalDueTexts } from "./due-texts.ts"

const bills = (count: number) => ({
  ...{ paymentStatusDisplayStyle: "pastdue" as const, dueDate: "01/12/2026", nextBill: null },
  dueAmounts: Array.from({ length: count }, (_, month) => ({
    ...{ dueDate: `0${month + 1}/12/2026`, amount: "31.20" },
    isPastDue: month === 0 ? ("Y" as const) : ("N" as const),
  })),
})

test("of several open bills, the two oldest are named and the others counted", () => {
  const two = ["$31.20 was due 01/12/2026", "$31.20 due by 02/12/2026"]
  assert.deepEqual(severalDueTexts(bills(1)), [])
  assert.deepEqual(severalDueTexts(bills(2)), two)
  assert.deepEqual(severalDueTexts(bills(3)), [...two, "and 1 more bill"])
  assert.deepEqual(severalDueTexts(bills(9)), [...two, "and 7 more bills"])
})
