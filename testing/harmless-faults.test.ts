import assert from "node:assert/strict"
import { test } from "node:test"
import { harmlessFaults } from "./harmless-faults.ts"

const requests = Array.from(
  { length: 400 },
  (_, n) => ["/v1/applyPayment", `{"n":${n % 40}}`] as const,
)

function faultsOf(seed: number, of: readonly (readonly [string, string])[]) {
  const choose = harmlessFaults(seed)
  return of.map(([path, body]) => choose(path, body)?.fault)
}

test("harmless faults depend on the seed, and not on other requests in between", () => {
  const alone = faultsOf(
    7,
    requests.filter((_, n) => n % 40 === 3),
  )
  const among = faultsOf(7, requests).filter((_, n) => n % 40 === 3)
  assert.deepEqual(among, alone)
  assert.notDeepEqual(faultsOf(8, requests), faultsOf(7, requests))
  const kinds = new Set(faultsOf(7, requests))
  assert.deepEqual([...kinds].map(String).sort(), [
    "500 after",
    "500 before",
    "cut after",
    "cut before",
    "slow",
    "undefined",
  ])
})

test("harmless faults spare one of three attempts of each request, and requests that are not repeated", () => {
  const sendings = Array.from({ length: 300 }, () => ["/v1/account", "{}"] as const)
  const isFaulty = faultsOf(7, sendings).map((fault) => fault !== undefined)
  assert.ok(isFaulty.includes(true))
  for (const [n, fault] of isFaulty.entries()) {
    if (fault) assert.deepEqual(isFaulty.slice(n + 1, n + 4).includes(true), false)
  }
  for (const name of ["available", "issueBills", "none"]) {
    const asked = Array.from({ length: 200 }, (_, n) => [`/v1/${name}`, String(n)] as const)
    assert.deepEqual(new Set(faultsOf(7, asked)), new Set([undefined]))
  }
})
