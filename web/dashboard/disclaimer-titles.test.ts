import assert from "node:assert/strict"
import { test } from "node:test"
import type { Product } from "#contracts/myaccount-core/shapes.ts"
import { disclaimerTitles } from "./disclaimer-titles.ts"

function products(...styles: Product["paymentStatusDisplayStyle"][]): Product[] {
  return styles.map((paymentStatusDisplayStyle) => ({ paymentStatusDisplayStyle }) as Product)
}

test("DASH-01 each display style brings its disclaimer once", () => {
  assert.deepEqual(disclaimerTitles(products("nocosttoyou", "autopay", "autopay", "pastdue")), [
    "product disclaimers",
    "product disclaimers nocosttoyou",
    "site disclaimer",
    "transaction disclaimer",
  ])
})

test("DASH-01 without such products the site's and the transactions' remain", () => {
  assert.deepEqual(disclaimerTitles([]), ["site disclaimer", "transaction disclaimer"])
})
