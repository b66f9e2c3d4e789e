import assert from "node:assert/strict"
import { test } from "node:test"
import type { ProductDetail } from "#contracts/products/products.ts"
import { benefitOf, overviewLines } from "./overview.ts"

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

function benefit(change: Partial<ProductDetail>): [string, string] | undefined {
  const found = benefitOf({ ...insurance, ...change })
  return found ? [found.label, found.amount] : undefined
}

test("PRODUCTS-06 an inactive product shows the amount owed", () => {
  const lapsed = { isActiveProduct: "N", amountDue: "96.00" } as const
  assert.ok(shown(lapsed).some(([label, value]) => label === "Amount due" && value === "96.00"))
  const labels = shown({ ...lapsed, amountDue: "0.00" }).map(([label]) => label)
  assert.ok(!labels.includes("Amount due"))
})

test("DETAILS-01 insurance shows base benefit, certificate and premium, but not an owner", () => {
  assert.deepEqual(benefit({}), ["Base benefit", "50000.00"])
  assert.deepEqual(shown({}), [
    ["Certificate number", "4001930427"],
    ["Coverage type", "Individual"],
    ["Status", "Active"],
    ["Coverage effective date", "04/01/2011"],
    ["Next Auto Pay date", "03/06/2026"],
    ["Annual premium", "582.00"],
    ["Payment frequency", "Monthly"],
  ])
})

test("DETAILS-01 any other product shows plan, membership fee, owner and annual product cost", () => {
  const change = { isInsuranceProduct: "N", benefitAmount: "78.00" } as const
  assert.equal(benefit(change), undefined)
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
  const amount = { isCancerOrHipOrHap: "Y", benefitAmount: "300.00" } as const
  assert.deepEqual(benefit(amount), ["Daily hospital benefit", "300.00"])
})

test("DETAILS-01 a benefit of 1 in any notation is not shown", () => {
  const plan = { isInsuranceProduct: "N" } as const
  const hasFee = (benefitAmount: string) =>
    shown({ ...plan, benefitAmount }).some(([label]) => label === "Membership fee")
  for (const benefitAmount of ["1.00", "1"]) {
    assert.equal(benefit({ benefitAmount }), undefined)
    assert.ok(!hasFee(benefitAmount))
  }
  for (const benefitAmount of ["1.01", "10.00", "0.00", "100.00"]) {
    assert.deepEqual(benefit({ benefitAmount }), ["Base benefit", benefitAmount])
    assert.ok(hasFee(benefitAmount))
  }
})

test("DETAILS-01 a suppressed due date is omitted with its label", () => {
  const labels = shown({ suppressPaymentDueDate: "Y" }).map(([label]) => label)
  assert.ok(!labels.includes("Next Auto Pay date"))
  assert.equal(labels.length, 6)
})

test("DETAILS-01 the annual amount has its mark", () => {
  const line = overviewLines(insurance).find(({ label }) => label === "Annual premium")
  assert.equal(line?.mark, "<sup>1</sup>")
})

test("values missing in the account system do not leave empty lines", () => {
  const change = { coverageEffectiveDate: "", paymentDueDate: "", paymentFrequency: "" }
  const labels = shown(change).map(([label]) => label)
  assert.deepEqual(labels, ["Certificate number", "Coverage type", "Status", "Annual premium"])
})

test("PRODUCTS-04 the last covered day of a former product is shown if it is supplied", () => {
  const former = { isActiveProduct: "N" } as const
  const of = (change: Partial<ProductDetail>) =>
    shown(change).find(([label]) => label === "Covered until")?.[1]
  assert.equal(of(former), undefined)
  assert.equal(of({ ...former, coveredUntil: "04/06/2026" }), "04/06/2026")
  const inGrace = { coveredUntil: "04/06/2026", graceUntil: "05/07/2026" }
  assert.equal(of({ ...former, ...inGrace }), "05/07/2026")
  assert.equal(of(inGrace), undefined, "its bar states the day")
})

test("the credit of a product that has ended is shown", () => {
  const line = ["Credit left", "140.00"]
  assert.deepEqual(shown({ isActiveProduct: "N", creditLeft: "140.00" }).at(-1), line)
  const others = [{ isActiveProduct: "N" as const }, { creditLeft: "140.00" }]
  for (const change of others) assert.ok(!shown(change).some(([label]) => label === "Credit left"))
})
