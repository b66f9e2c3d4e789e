import assert from "node:assert/strict"
import { test } from "node:test"
import { barsOf, highestNear, labeledBars, type Month, runsOf, summaryOf } from "./months.ts"

type Payment = Month["payments"][number]

function month(title: string, date: string, amount: string, more: Partial<Payment> = {}): Month {
  const payment = { date, amount, paidBy: "customer", isPastDue: "N", ...more } as Payment
  return { title, total: amount, payments: [payment] }
}

const year = [
  month("Past Due", "10/14/2026", "31.20", { isPastDue: "Y" }),
  month("November 2026", "11/30/2026", "79.70"),
  month("December 2026", "12/14/2026", "79.70", { paidBy: "autopay" }),
  month("January 2027", "01/14/2027", "79.70"),
  month("March 2027", "03/14/2027", "79.70"),
  month("April 2027", "04/14/2027", "79.70"),
  month("May 2027", "05/14/2027", "95.95"),
]

test("COMING-02 equal months that follow each other are one row, except the first ones", () => {
  const rows = (separate: number) => runsOf(year, separate).map(({ title }) => title)
  const last = ["March to April 2027", "May 2027"]
  assert.deepEqual(rows(2), [
    ...["Past Due", "November 2026", "December 2026 to January 2027"],
    ...last,
  ])
  assert.deepEqual(rows(0), ["Past Due", "November 2026 to January 2027", ...last])
})

test("COMING-02 the bars show past due first, then each month with its part on Auto Pay, also empty ones", () => {
  const bars = barsOf(year)
  assert.deepEqual(
    bars.map(({ title, late, autoPay, own }) => [title, late, autoPay, own]),
    [
      ["Past Due", 3120, 0, 0],
      ["November 2026", 0, 0, 7970],
      ["December 2026", 0, 7970, 0],
      ["January 2027", 0, 0, 7970],
      ["February 2027", 0, 0, 0],
      ["March 2027", 0, 0, 7970],
      ["April 2027", 0, 0, 7970],
      ["May 2027", 0, 0, 9595],
    ],
  )
  assert.deepEqual(labeledBars(bars), [0, 7])
  assert.deepEqual(labeledBars(barsOf(year.slice(0, 3))), [1], "no amounts that collide")
  assert.deepEqual([highestNear(bars, 0), highestNear(bars, 7)], [7970, 9595])
  assert.equal(
    summaryOf(bars, (decimal) => `$${decimal}`),
    "$31.20 is past due. Highest: $95.95 in May 2027. Lowest: $79.70 in November 2026.",
  )
  assert.equal(
    summaryOf(barsOf(year.slice(1, 3)), (decimal) => `$${decimal}`),
    "Each month: $79.70.",
  )
})
