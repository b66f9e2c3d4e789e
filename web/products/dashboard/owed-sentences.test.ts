import assert from "node:assert/strict"
import { test } from "node:test"
import { dayInWords } from "#contracts/dates.ts"
import type { Dashboard } from "#contracts/products/dashboard.ts"
import type { Planned } from "../product/planned.ts"
import { firstToPay, owedSentences } from "./owed-sentences.ts"

const currentDate = "11/22/2026"
const day = (shown: string) => dayInWords(shown, currentDate)

function owed(totalDue: string, totalPastDue: string, planned: Planned, ...dueDates: string[]) {
  const dueAmounts = dueDates.map((dueDate) => ({
    ...{ dueDate, amount: "1.00", isPastDue: "N", isByAutoPay: "N" },
  }))
  const paymentsDue = [{ policyNumber: "1", dueAmounts }]
  const given = { totalDue, totalPastDue, paymentsDue, currentDate } as unknown as Dashboard
  const { headline, rest } = owedSentences(given, () => planned)
  return [headline, rest].filter(Boolean).join(" / ")
}

test("DASH-05 several payments state their sum by when, the past due part first", () => {
  const now = "Pay $2.00 now"
  assert.equal(owed("2.00", "2.00", {}), now)
  assert.equal(
    owed("5.00", "0.00", {}, "12/04/2026"),
    `Pay $5.00 / It is due on ${day("12/04/2026")}.`,
  )
  assert.equal(
    owed("5.00", "2.00", {}, "12/20/2026", "12/04/2026"),
    `${now} / Next bills: $3.00, due between ${day("12/04/2026")} and ${day("12/20/2026")}.`,
  )
})

test("DASH-05 the sum states the part whose coverage ends first, and by when to pay it", () => {
  const late = (policyNumber: string, amount: string) => ({
    policyNumber,
    dueAmounts: [{ dueDate: "11/01/2026", amount, isPastDue: "Y", isByAutoPay: "N" }],
  })
  const rest = (...ends: string[]) => {
    const paymentsDue = ends.map((_, index) => late(String(index), "2.00"))
    const totalPastDue = `${ends.length * 2}.00`
    const given = { totalDue: totalPastDue, totalPastDue, paymentsDue, currentDate }
    return owedSentences(given as unknown as Dashboard, (number) => ({
      coveredUntil: ends[Number(number)],
    })).rest
  }
  assert.equal(rest("12/06/2026", "11/30/2026"), `First $2.00 by ${day("11/30/2026")}.`)
  assert.equal(
    rest("11/30/2026", "12/06/2026", "11/30/2026"),
    `First $4.00 by ${day("11/30/2026")}.`,
  )
  assert.equal(rest("11/30/2026", currentDate), "First $2.00 today.")
  assert.equal(rest("11/30/2026", "11/30/2026"), "", "all of it")
  assert.equal(rest("11/21/2026", "11/30/2026"), "", "a coverage has ended")
})

test("DASH-05 the first payment is the past due one whose coverage ends first and that can be paid", () => {
  const of = (policyNumber: string, isPastDue: "Y" | "N", disable = "N") => ({
    ...{ policyNumber, isAutoPaySkipped: "N", autoPayNotice: null },
    paymentAction: { payNowLink: { label: "Pay Now", disable, message: "" } },
    dueAmounts: [{ dueDate: "11/01/2026", amount: "2.00", isPastDue, isByAutoPay: "N" }],
  })
  const charge = { dueDates: ["11/01/2026"], paymentAmount: "2.00", dueDate: "11/29/2026" }
  const plans: Record<string, Planned> = {
    blocked: { coveredUntil: "11/24/2026" },
    due: { coveredUntil: "11/25/2026" },
    charged: { coveredUntil: "11/30/2026", charge: charge as Planned["charge"] },
    later: { coveredUntil: "12/06/2026" },
    sooner: { coveredUntil: "12/04/2026" },
  }
  const first = (...paymentsDue: object[]) =>
    firstToPay({ paymentsDue } as unknown as Dashboard, (number) => plans[number] ?? {})
      ?.policyNumber
  const [late, due] = [of("later", "Y"), of("due", "N")]
  assert.equal(first(of("blocked", "Y", "Y"), of("charged", "Y"), due, late), "later")
  assert.equal(first(late, of("sooner", "Y")), "sooner")
  assert.equal(first(of("unknown", "Y"), due), undefined)
})

test("DASH-12 the sum promises no coverage that has ended or is unknown", () => {
  assert.equal(owed("2.00", "2.00", { coveredUntil: "11/21/2026" }), "Pay $2.00 now")
  const grace = { coveredUntil: "11/21/2026", graceUntil: currentDate }
  assert.equal(owed("2.00", "2.00", grace), "Pay $2.00 now to stay covered")
})
