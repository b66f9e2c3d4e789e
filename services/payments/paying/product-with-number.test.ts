import assert from "node:assert/strict"
import { test } from "node:test"
import { productWithNumber } from "./product-with-number-presenter.ts"

const product = { productDesc: "Roadside Plus", policyNumber: "5100442871" }
const cases = [
  [{ isInsuranceProduct: true }, "Roadside Plus, certificate number 5100442871"],
  [{ isInsuranceProduct: false }, "Roadside Plus, plan number 5100442871"],
  [undefined, "Roadside Plus, certificate/plan number 5100442871"],
] as const

for (const [policy, text] of cases) {
  test(`PRODUCTS-05 emails use "Certificate number" for insurance and "Plan number" for other products: "${text}"`, () => {
    assert.equal(productWithNumber(product, policy), text)
  })
}
