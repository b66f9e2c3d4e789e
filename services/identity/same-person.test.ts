import assert from "node:assert/strict"
import { test } from "node:test"
import { isSameAddress, isSameName } from "./same-person.ts"

const siobhan = { firstName: "Siobhán", lastName: "O'Brien-Nuñez" }

test("a name is the same without accents, capitals, marks and spare spaces", () => {
  for (const [firstName, lastName] of [
    ["Siobhán", "O'Brien-Nuñez"],
    [" siobhan ", "OBRIEN NUNEZ"],
    ["Siobha\u0301n", "O’Brien–Nuñez"],
  ] as const) {
    assert.equal(isSameName({ firstName, lastName }, siobhan), true, `${firstName} ${lastName}`)
  }
})

test("another name, a part of one, or the two exchanged is not", () => {
  for (const [firstName, lastName] of [
    ["Siobhan", "OBrien"],
    ["Siobhan", ""],
    ["OBrienNunez", "Siobhan"],
    ["S", "O'Brien-Nuñez"],
  ] as const) {
    assert.equal(isSameName({ firstName, lastName }, siobhan), false, `${firstName} ${lastName}`)
  }
})

test("capitals in an address do not count, and an empty address matches none", () => {
  assert.equal(isSameAddress(" Ana.Duarte@Example.com", "ana.duarte@example.com"), true)
  assert.equal(isSameAddress("ana@example.com", "ana.duarte@example.com"), false)
  assert.equal(isSameAddress("", ""), false)
})
