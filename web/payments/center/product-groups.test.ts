import assert from "node:assert/strict"
import { test } from "node:test"
import type { Product } from "#contracts/products/shapes.ts"
import { groupsOf, pastDueTotalOf } from "./product-groups.ts"

function held(...styles: string[]): Product[] {
  return styles.map((style) => {
    const isPastDue = style === "pastdue" ? "Y" : "N"
    const bill = { dueDate: "11/25/2026", amount: "20.10" }
    const isFree = style === "nocosttoyou"
    const dueAmounts = isFree
      ? []
      : [
          { ...bill, isPastDue },
          { ...bill, isPastDue: "N" },
        ]
    return { paymentStatusDisplayStyle: style, amountDue: isFree ? "0.00" : "40.20", dueAmounts }
  }) as unknown as Product[]
}

test("CENTER-02 CENTER-07 a product whose style the page does not recognize is shown with the others", () => {
  const many = held("pastdue", "autopay", "of-a-newer-server", "toString", "", "duenow")
  const groups = groupsOf(many).map(({ title, products }) => [title, products.length])
  assert.deepEqual(groups, [
    ["Past due", 1],
    ["You pay", 4],
    ["On Auto Pay", 1],
  ])
})

test("CENTER-07 many products are grouped by how they are paid, with the most urgent group first", () => {
  const many = held("pastdue", "duenow", "autopay", "combinedbill", "", "nocosttoyou")
  assert.deepEqual(
    groupsOf(many).map(({ title, products, total }) => [title, products.length, total]),
    [
      ["Past due", 1, "$20.10 past due, $40.20 in all."],
      ["You pay", 2, "$80.40 in all."],
      ["On Auto Pay", 1, "$40.20 in all."],
      ["Nothing to pay here", 2, "$40.20 in all."],
    ],
  )
  assert.deepEqual(
    groupsOf(held("autopay", "pastdue")).map(({ title }) => title),
    [""],
  )
})

test("CENTER-07 the sum that is past due is stated once above several past due products", () => {
  const two = held("pastdue", "duenow", "pastdue")
  assert.equal(pastDueTotalOf(two), "$40.20 is past due for 2 products.")
  assert.equal(pastDueTotalOf(two.slice(0, 2)), "")
  assert.equal(pastDueTotalOf([...two, ...two]), "", "the groups state it")
})
