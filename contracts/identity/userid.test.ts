import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { plainUsername, useridOf, usernameOf } from "./userid.ts"

test("a userid is the username in lower case, an underscore and the client", () => {
  assert.equal(useridOf(" Maria.Santos ", "harbor"), "maria.santos_harbor")
  assert.equal(usernameOf("maria.santos_harbor"), "maria.santos")
  assert.equal(usernameOf("under_score_harbor"), "under_score")
})

test("capitals, spaces and invisible characters in a username are ignored, and look-alike letters are not", () => {
  for (const typed of [
    "Maria. Santos",
    "\u00a0maria.santos\u200b",
    "MARIA\u2060.SANTOS",
    "\ufeffmaria.san\u00adtos\ufe0f",
    "maria.santos\u{e0020}",
  ]) {
    assert.equal(plainUsername(typed), "maria.santos", JSON.stringify(typed))
  }
  for (const typed of [
    "mаria.santos",
    "maria․santos",
    "marıa.santos",
    "mar\u0130a.santos",
    "María.santos",
    "ｍaria.santos",
    "maria.ﬆantos",
    "maria.ſantos",
  ]) {
    assert.notEqual(plainUsername(typed), "maria.santos", typed)
  }
  assert.notEqual(plainUsername("agent.\u212aim"), "agent.kim")
})

test("the plain form of a plain username does not change", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (typed) => {
      assert.equal(plainUsername(plainUsername(typed)), plainUsername(typed))
    }),
  )
})

test("every character that is invisible in Unicode is ignored in usernames", () => {
  for (let point = 1; point <= 0xe1000; point += 1) {
    // Skips ideographs and unassigned code points.
    if (point === 0x20000) point = 0xe0000
    const character = String.fromCodePoint(point)
    const isUnseen = /[\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(character)
    assert.equal(plainUsername(character) === "", isUnseen, point.toString(16))
  }
})
