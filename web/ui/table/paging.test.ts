import assert from "node:assert/strict"
import { test } from "node:test"
import { pageRange } from "./paging.ts"

test("PRODUCTS-03 the first of two pages has a next page, and the second a previous one", () => {
  assert.deepEqual(pageRange(14, 10, 0), { from: 1, to: 10, next: 10, last: 10 })
  assert.deepEqual(pageRange(14, 10, 10), { from: 11, to: 14, previous: 0, last: 10 })
})

test("PRODUCTS-03 a page in the middle has a previous and a next page", () => {
  const range = pageRange(45, 20, 20)
  assert.deepEqual(range, { from: 21, to: 40, previous: 0, next: 40, last: 40 })
})

test("PRODUCTS-03 another size keeps the first row in view", () => {
  assert.deepEqual(pageRange(60, 50, 30), { from: 1, to: 50, next: 50, last: 50 })
  assert.deepEqual(pageRange(60, 10, 50), { from: 51, to: 60, previous: 40, last: 50 })
})

test("PRODUCTS-03 a full page has no empty one after it", () => {
  assert.deepEqual(pageRange(10, 10, 0), { from: 1, to: 10, last: 0 })
  assert.deepEqual(pageRange(20, 10, 10), { from: 11, to: 20, previous: 0, last: 10 })
})

test("PRODUCTS-03 removed rows do not leave a page beyond the end", () => {
  assert.deepEqual(pageRange(12, 10, 40), { from: 11, to: 12, previous: 0, last: 10 })
  assert.deepEqual(pageRange(0, 10, 40), { from: 0, to: 0, last: 0 })
})
