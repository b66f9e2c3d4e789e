// @prove-also models

import assert from "node:assert/strict"
import { test } from "node:test"
import { modelSeeds, testSize } from "#testing/model-seeds.ts"
import { createRandom } from "#testing/random.ts"
import { brokenLedgers } from "./broken-ledger.cases.ts"
import { ledger, ledgerProperties } from "./ledger-properties-fixture.ts"
import { holdsTheProperties } from "./property-check.model.ts"

const histories = { small: 100, change: 3_000, full: 10_000 }[testSize] ?? 100

for (const seed of modelSeeds()) {
  test(`${histories} generated histories satisfy every property of the ledger (seed ${seed})`, (t) => {
    const random = createRandom(seed)
    const tally: Record<string, number> = {}
    const count = (what: string, by = 1) => {
      tally[what] = (tally[what] ?? 0) + by
    }
    for (let history = 0; history < histories; history += 1) {
      try {
        holdsTheProperties(random, ledger, count)
      } catch (error) {
        throw new Error(`History ${history} of seed ${seed} breaks a law.`, { cause: error })
      }
    }
    t.diagnostic(JSON.stringify(tally))
    for (const [what, times] of Object.entries(tally)) assert.ok(times > histories / 300, what)
  })
}

for (const { name, law, broken } of brokenLedgers) {
  test(`a ledger that ${name} violates a property: ${law}`, () => {
    const random = createRandom(20_261_122)
    const found = new Set<string | undefined>()
    for (let history = 0; history < 1_000 && !found.has(law); history += 1) {
      try {
        holdsTheProperties(random, broken, () => {})
      } catch (error) {
        if (!(error instanceof assert.AssertionError)) throw error
        found.add(error.message.split("\n")[0])
      }
    }
    assert.ok(found.has(law), [...found].join(", "))
  })
}

test("some broken ledger violates each property", () => {
  const broken = new Set<string>(brokenLedgers.map(({ law }) => law))
  assert.deepEqual(new Set(Object.values(ledgerProperties)), broken)
})
