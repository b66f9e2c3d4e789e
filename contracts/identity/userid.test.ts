import assert from "node:assert/strict"
import { test } from "node:test"
import { useridOf, usernameOf } from "./userid.ts"

test("a userid is the username in lower case and, after its last underscore, the client", () => {
  assert.equal(useridOf(" Maria.Santos ", "harbor"), "maria.santos_harbor")
  assert.equal(usernameOf("maria.santos_harbor"), "maria.santos")
  assert.equal(usernameOf("under_score_harbor"), "under_score")
})
