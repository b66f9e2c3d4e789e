import assert from "node:assert/strict"
import { test } from "node:test"
import type { ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import type { FoundCustomer } from "#contracts/staff/staff.ts"
import { commentsOf, moneySentences, shownNameOf } from "./comments.ts"

/** The visible text of a node. */
function textOf(value: ReactNode): string {
  return renderToStaticMarkup(value).replaceAll(/<[^>]*>/g, "")
}

const plain: FoundCustomer = {
  accountNumber: "A1",
  policyNumber: "4000000017",
  userid: "ana",
  actualUserid: "ana_harbor",
  policyHolder: { firstName: "Ana", lastName: "Duarte", emailAddress: "" },
  emailVersion: "version",
  isGone: false,
  client: "harbor",
  clientName: "Harbor Mutual",
  registration: "registered",
  paymentConfirmationNumber: "",
  paymentDate: "",
  billingDay: "",
  paymentDetail: [],
  untoldCharges: [],
}

test("AGENT-02 a payment shows as labeled lines", () => {
  const lines = commentsOf({
    ...plain,
    paymentConfirmationNumber: "B2C3D4F5",
    paymentDate: "03/02/2026",
    billingDay: "15",
    paymentDetail: [
      {
        paymentType: "BANKACCOUNT",
        paymentAmount: "1129.60",
        policyNumber: "4000000017",
        bankAccount: { paymentType: "Checking", accountNumberLast4Digit: "6789" },
      },
    ],
  })
  assert.deepEqual(
    lines.map(({ label, value }) => `${label}: ${textOf(value)}`),
    [
      "Payment Confirmation Number: B2C3D4F5",
      "Payment Date: Mar 2, 2026",
      "Billing Day: 15",
      "Payment Amount: $1,129.60",
      "Paid Policy Number: 4000000017",
      "Bank Account: Checking ending in 6789",
    ],
  )
})

test("AGENT-02 sentences name what is past due, the next charge and the last payment", () => {
  const money = {
    today: "11/28/2026",
    pastDue: "64.80",
    nextCharge: { amount: "46.50", date: "12/06/2026" },
    lastPayment: { amount: "129.60", date: "11/28/2026", status: "Declined" },
  }
  assert.deepEqual(moneySentences(money).map(textOf), [
    "$64.80 is past due.",
    "Auto Pay charges $46.50 next on Sun, Dec 6.",
    "The last payment was $129.60 on Sat, Nov 28 (Declined).",
  ])
  const none = { ...money, pastDue: "0.00", nextCharge: null, lastPayment: null }
  assert.deepEqual(moneySentences(none).map(textOf), [
    "Nothing is past due.",
    "Auto Pay has no charge planned.",
    "No payment was made on this site.",
  ])
})

test("AGENT-02 without a payment, only unusual facts are shown", () => {
  assert.deepEqual(commentsOf(plain), [])
  assert.deepEqual(commentsOf({ ...plain, registration: "none" }), [
    { label: "Registration", value: "Not registered" },
  ])
})

test("NOTICE-08 staff see the charges that could not be announced by email", () => {
  const untoldCharges = [{ policyNumber: "4001", amount: "42.75", chargeDate: "03/15/2026" }]
  const [comment] = commentsOf({ ...plain, untoldCharges })
  assert.equal(comment?.label, "Not notified by email")
  assert.match(textOf(comment?.value), /\$42\.75 on Mar 15, 2026 for 4001/)
})

test("AGENT-02 a customer missing from the account system is shown by account number", () => {
  const names = { firstName: "Ana", lastName: "Duarte" }
  assert.equal(shownNameOf({ accountNumber: "A1", ...names }), "Ana Duarte")
  assert.equal(shownNameOf({ accountNumber: "A1", firstName: "", lastName: "" }), "Account A1")
})
