import assert from "node:assert/strict"
import { test } from "node:test"
import type { ProductDetail } from "#contracts/products/products.ts"
import { overviewLines } from "./overview.ts"

const insurance: ProductDetail = {
  productDesc: "Whole Life Insurance",
  policyNumber: "4001930427",
  coverageType: "Individual",
  policyStatus: "Active",
  isActiveProduct: "Y",
  coverageEffectiveDate: "04/01/2011",
  suppressPaymentDueDate: "N",
  paymentDueDateLabel: "Next Auto Pay date",
  paymentDueDate: "03/06/2026",
  coveredUntil: "",
  graceUntil: "",
  benefitAmount: "50000.00",
  isInsuranceProduct: "Y",
  isCancerOrHipOrHap: "N",
  owner: "Maria Santos",
  annualPremium: "582.00",
  annualPremiumSpecialCharacter: "<sup>1</sup>",
  paymentFrequency: "Monthly",
  creditLeft: "0.00",
  message: "",
}

function shown(change: Partial<ProductDetail>): [string, string][] {
  return overviewLines({ ...insurance, ...change }).map(({ label, value }) => [label, value])
}

test("PRODUCTS-06 an inactive product shows the amount owed", () => {
  const lapsed = { isActiveProduct: "N", amountDue: "96.00" } as const
  assert.ok(shown(lapsed).some(([label, value]) => label === "Amount due" && value === "96.00"))
  const labels = shown({ ...lapsed, amountDue: "0.00" }).map(([label]) => label)
  assert.ok(!labels.includes("Amount due"))
})

test("DETAILS-01 insurance shows certificate, base benefit and premium, but not an owner", () => {
  assert.deepEqual(shown({}), [
    ["Certificate number", "4001930427"],
    ["Coverage type", "Individual"],
    ["Status", "Active"],
    ["Coverage effective date", "04/01/2011"],
    ["Next Auto Pay date", "03/06/2026"],
    ["Base benefit", "50000.00"],
    ["Annual premium", "582.00"],
    ["Payment frequency", "Monthly"],
  ])
})

test("DETAILS-01 any other product shows plan, membership fee, owner and annual product cost", () => {
  const change = { isInsuranceProduct: "N", benefitAmount: "78.00" } as const
  assert.deepEqual(shown(change), [
    ["Plan number", "4001930427"],
    ["Plan type", "Individual"],
    ["Status", "Active"],
    ["Coverage effective date", "04/01/2011"],
    ["Next Auto Pay date", "03/06/2026"],
    ["Membership fee", "78.00"],
    ["Owner", "Maria Santos"],
    ["Annual product cost", "582.00"],
    ["Payment frequency", "Monthly"],
  ])
})

test("DETAILS-01 cancer, hip and hap products show a daily hospital benefit", () => {
  const labels = shown({ isCancerOrHipOrHap: "Y" }).map(([label]) => label)
  assert.ok(labels.includes("Daily hospital benefit"))
  assert.ok(!labels.includes("Base benefit"))
})

test("DETAILS-01 a benefit of 1 in any notation is not shown", () => {
  for (const benefitAmount of ["1.00", "1"]) {
    assert.ok(!shown({ benefitAmount }).some(([label]) => label === "Base benefit"))
  }
  for (const benefitAmount of ["1.01", "10.00", "0.00", "100.00"]) {
    assert.ok(shown({ benefitAmount }).some(([label]) => label === "Base benefit"))
  }
})

test("DETAILS-01 a suppressed due date is omitted with its label", () => {
  const labels = shown({ suppressPaymentDueDate: "Y" }).map(([label]) => label)
  assert.ok(!labels.includes("Next Auto Pay date"))
  assert.equal(labels.length, 7)
})

test("DETAILS-01 the annual amount has its mark", () => {
  const line = overviewLines(insurance).find(({ label }) => label === "Annual premium")
  assert.equal(line?.mark, "<sup>1</sup>")
})

test("values missing in the account system do not leave empty lines", () => {
  const change = { coverageEffectiveDate: "", paymentDueDate: "", paymentFrequency: "" }
  const labels = shown(change).map(([label]) => label)
  assert.deepEqual(labels, [
    "Certificate number",
    "Coverage type",
    "Status",
    "Base benefit",
    "Annual premium",
  ])
})

test("PRODUCTS-04 the last covered day is shown if it is supplied", () => {
  const labels = (coveredUntil: string) => shown({ coveredUntil }).map(([label]) => label)
  assert.ok(!labels("").includes("Covered until"))
  const lines = shown({ coveredUntil: "04/06/2026" })
  assert.deepEqual(lines[5], ["Covered until", "04/06/2026"])
  const inGrace = shown({ coveredUntil: "04/06/2026", graceUntil: "05/07/2026" })
  assert.deepEqual(inGrace[5], ["Covered until", "05/07/2026"])
})

test("the credit of a product that has ended is shown", () => {
  const line = ["Credit left", "140.00"]
  assert.deepEqual(shown({ isActiveProduct: "N", creditLeft: "140.00" }).at(-1), line)
  const others = [{ isActiveProduct: "N" as const }, { creditLeft: "140.00" }]
  for (const change of others) assert.ok(!shown(change).some(([label]) => label === "Credit left"))
})
