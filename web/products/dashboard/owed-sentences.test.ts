import assert from "node:assert/strict"
import { test } from "node:test"
import type { Dashboard } from "#contracts/products/dashboard.ts"
import { owedSentences, paidOtherwise } from "./owed-sentences.ts"

function dashboard(totalDue: string, totalPastDue: string, ...dueDates: string[]): Dashboard {
  const dueAmounts = dueDates.map((dueDate) => ({
    dueDate,
    amount: "1.00",
    isPastDue: "N",
    isByAutoPay: "N",
  }))
  const paymentsDue = [{ dueAmounts }]
  const other = { totalByAutoPay: "0.00", totalCombined: "0.00", currentDate: "11/22/2026" }
  return { totalDue, totalPastDue, paymentsDue, ...other } as unknown as Dashboard
}

test("DASH-10 the top line states the total and its due dates, past due first", () => {
  const cases: [Dashboard, string][] = [
    [dashboard("0.00", "0.00"), "You do not need to pay anything now."],
    [dashboard("5.00", "5.00"), "You need to pay $5.00 in all. All of it is past due."],
    [
      dashboard("5.00", "0.00", "12/04/2026"),
      "You need to pay $5.00 in all. It is due by Fri, Dec 4.",
    ],
    [
      dashboard("5.00", "2.00", "01/04/2027", "12/04/2026"),
      "You need to pay $5.00 in all. $2.00 of it is past due. The rest is due between Fri, Dec 4 and Jan 4, 2027.",
    ],
  ]
  for (const [given, wanted] of cases) assert.equal(owedSentences(given).join(" "), wanted)
})

test("DASH-05 the amounts that auto pay and a combined bill pay are stated separately", () => {
  const given = dashboard("5.00", "0.00")
  assert.equal(paidOtherwise(given), "")
  const both = { ...given, totalByAutoPay: "7.00", totalCombined: "8.00" }
  assert.equal(
    paidOtherwise(both),
    "In addition, $7.00 is on Auto Pay, and $8.00 is on your combined bill.",
  )
  assert.equal(
    paidOtherwise({ ...both, totalDue: "0.00", totalByAutoPay: "0.00" }),
    "$8.00 is on your combined bill.",
  )
})
