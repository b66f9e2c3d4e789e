import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { test } from "node:test"
import { secretIn, secretOrPart } from "./link-secret-rules.ts"

test("GUESS-04 RECOVER-09 a link's secret is found among characters that mail programs add", () => {
  for (let n = 0; n < 50; n += 1) {
    const secret = randomBytes(32).toString("base64url")
    for (const behind of [
      "",
      ".",
      ",",
      ")",
      ">",
      "%3E",
      "%3e.",
      "%20",
      "/",
      "#",
      "%2523",
      "&x=1",
    ]) {
      assert.equal(secretIn(`${secret}${behind}`), secret, behind)
    }
    for (const before of [
      ...["#", "%23", "?", "https://my.example.com/log-in-link#", "<http://a/b/"],
      ...["%3C", "%253c", "%E2%80%9C", "%5B"],
    ]) {
      assert.equal(secretIn(`${before}${secret}`), secret, before)
    }
    const toRegister = `register-${secret}`
    assert.equal(secretIn(`https://my.example.com/log-in-link%23${toRegister}.`), toRegister)
    assert.equal(secretIn(secret.slice(1)), undefined)
  }
  assert.equal(secretIn("https://my.example.com/log-in-link"), undefined)
})

test("UNSUB-01 RECOVER-09 a part of an address without a secret is cut to the length of one", () => {
  for (const part of ["", "made-up", "%E0", "a.".repeat(21)]) assert.equal(secretOrPart(part), part)
  assert.equal(secretOrPart("a.".repeat(60)).length, 43)
})
