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

test("REGISTER-08 a middle initial and a suffix that one of the two leaves out do not count", () => {
  const onFile = { firstName: "Søren J.", lastName: "O'Brien-Smith, Jr." }
  for (const [firstName, lastName] of [
    ["Soren", "O'Brien-Smith Jr."],
    ["SØREN J", "OBrien Smith"],
    ["Søren", "O’Brien Smith JR"],
  ] as const) {
    assert.equal(isSameName({ firstName, lastName }, onFile), true, `${firstName} ${lastName}`)
  }
  const plain = { firstName: "Ana", lastName: "Duarte" }
  assert.equal(isSameName({ firstName: "Ana M.", lastName: "Duarte III" }, plain), true)
  assert.equal(isSameName({ firstName: "Søren", lastName: "O'Brien-Smith Sr." }, onFile), false)
  assert.equal(isSameName({ firstName: "Ana", lastName: "Jr." }, plain), false)
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
