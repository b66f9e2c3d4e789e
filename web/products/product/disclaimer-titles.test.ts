import assert from "node:assert/strict"
import { test } from "node:test"
import type { Product } from "#contracts/products/shapes.ts"
import { disclaimerTitles } from "./disclaimer-titles.ts"

function products(...styles: Product["paymentStatusDisplayStyle"][]) {
  return styles.map((paymentStatusDisplayStyle) => ({ paymentStatusDisplayStyle }))
}

test("DASH-01 PRODUCTS-02 each display style adds its disclaimer once", () => {
  assert.deepEqual(disclaimerTitles(products("nocosttoyou", "autopay", "autopay", "pastdue")), [
    "product disclaimers",
    "product disclaimers nocosttoyou",
  ])
  assert.deepEqual(disclaimerTitles(products("combinedbill", "duenow", "")), [
    "product disclaimers combinedbill",
  ])
})

test("DASH-01 PRODUCTS-02 products without such a style have no disclaimers", () => {
  assert.deepEqual(disclaimerTitles([]), [])
})
