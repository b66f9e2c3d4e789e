import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import type { ReasonClass } from "#ports/payment-gateway/port.ts"
import { declineClasses, declinedReasons, methodGoneReasons } from "../paying/payment-reasons.ts"
import { nextAttempt } from "./auto-pay-attempts.ts"
import { endsAuthorization, methodToSuspend, triedAgain } from "./failure-rules.ts"

const charged = Temporal.PlainDate.from("2026-03-15")
const dueDates = { oldest: charged, newest: charged }
const ownReasons: readonly string[] = methodGoneReasons
const reasons = [...new Set([...declinedReasons, ...ownReasons])]

/** For each class: whether auto pay charges a bank account and a card again. */
const table: Record<ReasonClass, { bank: boolean; card: boolean }> = {
  "insufficient-funds": { bank: true, card: true },
  account: { bank: false, card: false },
  unauthorized: { bank: false, card: false },
  expired: { bank: false, card: false },
  other: { bank: false, card: true },
}

function classIn(reason: string): ReasonClass {
  return ownReasons.includes(reason)
    ? "account"
    : declineClasses[reason as keyof typeof declineClasses]
}

/**
 * Returns the outcome of failed attempt `number`: days until the next one, suspended, or nothing.
 */
function after(reason: string, methodKind: "bank" | "card", number: number): string {
  const failed = { origin: "autoPay", reason, methodKind, methodRecordId: "PM-1" } as const
  const declined = methodToSuspend({ ...failed, status: "declined" })
  const returned = methodToSuspend({ ...failed, status: "returned" })
  assert.equal(declined, returned, "a decline and a return mean the same")
  if (declined !== null) return declined === "" ? "suspended for all methods" : "suspended"
  const days = [0, 3, 7].slice(0, number).map((plus) => charged.add({ days: plus }))
  const failures = days.map((day) => ({ chargedOn: day, failedOn: day }))
  const next = nextAttempt(dueDates, methodKind, failures)
  return next ? `${charged.until(next.from).days} days` : "not before it is paid or billed again"
}

test("FAILURE-01 reason, kind of method and attempt decide whether auto pay charges again", () => {
  const retries = ["3 days", "7 days", "not before it is paid or billed again"]
  for (const reason of reasons) {
    for (const kind of ["bank", "card"] as const) {
      const reasonClass = classIn(reason)
      const isAll = reasonClass === "unauthorized" && reason !== "authorizationGone"
      for (const number of [1, 2, 3]) {
        const wanted = table[reasonClass][kind]
          ? retries[number - 1]
          : `suspended${isAll ? " for all methods" : ""}`
        assert.equal(after(reason, kind, number), wanted, `${reason}, ${kind}, attempt ${number}`)
      }
    }
  }
})

test("FAILURE-01 the table in docs/payments.md matches", () => {
  const docs = readFileSync("docs/payments.md", "utf8")
  const [, after = ""] = docs.split("| Class | Bank account | Card |")
  const rows = after.trim().split("\n")
  for (const [reasonClass, { bank, card }] of Object.entries(table)) {
    const say = (isTried: boolean) => (isTried ? "tried again" : "suspended")
    const row = rows.find((line) => line.split("|")[1]?.includes(`\`${reasonClass}\``))
    assert.ok(row?.endsWith(`| ${say(bank)} | ${say(card)} |`), `${reasonClass}: ${row}`)
    assert.equal(triedAgain.bank.includes(reasonClass as ReasonClass), bank)
  }
})

test("FAILURE-01 a lost dispute suspends auto pay for any reason; other states never do", () => {
  const payment = { origin: "payNow", methodKind: "card", methodRecordId: "PM-1" } as const
  for (const reason of [...reasons, ""]) {
    assert.equal(methodToSuspend({ ...payment, status: "disputeLost", reason }), "")
  }
  const harmless = ["accepted", "pending", "settled", "partlyRefunded", "refunded"] as const
  const open = ["inquiry", "disputed", "disputeWon", "submitted", "unknown", "canceled"] as const
  for (const status of [...harmless, ...open]) {
    assert.equal(methodToSuspend({ ...payment, status, reason: "" }), null, status)
  }
  const declined = { ...payment, status: "declined", reason: "account_closed" } as const
  assert.equal(methodToSuspend(declined), null, "the customer saw the decline and can act")
  assert.equal(methodToSuspend({ ...declined, status: "returned" }), "PM-1")
})

test("FAILURE-12 a charge without authorization suspends only its method, also a payment by hand", () => {
  for (const origin of ["payNow", "autoPay"] as const) {
    const payment = {
      origin,
      status: "declined",
      methodKind: "bank",
      methodRecordId: "PM-1",
    } as const
    assert.equal(methodToSuspend({ ...payment, reason: "authorizationGone" }), "PM-1")
    assert.equal(endsAuthorization({ ...payment, reason: "authorizationGone" }), true)
  }
})

test("FAILURE-12 a debit that was returned or disputed as unauthorized ends its authorization", () => {
  const payment = { origin: "payNow", methodKind: "bank", methodRecordId: "PM-1" } as const
  const unauthorized = { ...payment, reason: "not_authorized" }
  for (const status of ["returned", "disputeLost"] as const) {
    assert.equal(endsAuthorization({ ...unauthorized, status }), true)
    assert.equal(endsAuthorization({ ...unauthorized, status, methodKind: "card" }), false)
    assert.equal(endsAuthorization({ ...unauthorized, status, reason: "account_closed" }), false)
  }
  assert.equal(endsAuthorization({ ...unauthorized, status: "declined" }), false)
})
