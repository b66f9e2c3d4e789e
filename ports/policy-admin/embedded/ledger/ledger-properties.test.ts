// @prove-also models

import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { forAnyChoices } from "#testing/any-choices.ts"
import { modelSeeds, testSize } from "#testing/model-seeds.ts"
import { brokenLedgers } from "./broken-ledger.cases.ts"
import { ledger, ledgerProperties } from "./ledger-properties-fixture.ts"
import { holdsTheProperties } from "./property-check.model.ts"

const histories = { small: 100, change: 3_000, full: 10_000 }[testSize] ?? 100

for (const seed of modelSeeds()) {
  test(`${histories} generated histories satisfy every property of the ledger (seed ${seed})`, (t) => {
    const tally: Record<string, number> = {}
    const count = (what: string, by = 1) => {
      tally[what] = (tally[what] ?? 0) + by
    }
    fc.assert(
      forAnyChoices((random) => holdsTheProperties(random, ledger, count)),
      { seed, numRuns: histories },
    )
    t.diagnostic(JSON.stringify(tally))
    for (const [what, times] of Object.entries(tally)) assert.ok(times > histories / 300, what)
  })
}

for (const { name, law, broken } of brokenLedgers) {
  test(`a ledger that ${name} violates a property: ${law}`, () => {
    const found = new Set<string | undefined>()
    const misses = forAnyChoices((random) => {
      try {
        holdsTheProperties(random, broken, () => {})
      } catch (error) {
        if (!(error instanceof assert.AssertionError)) throw error
        found.add(error.message.split("\n")[0])
        if (found.has(law)) throw error
      }
    })
    fc.check(misses, { seed: 20_261_122, numRuns: 1_000, endOnFailure: true })
    assert.ok(found.has(law), [...found].join(", "))
  })
}

test("some broken ledger violates each property", () => {
  const broken = new Set<string>(brokenLedgers.map(({ law }) => law))
  assert.deepEqual(new Set(Object.values(ledgerProperties)), broken)
})
