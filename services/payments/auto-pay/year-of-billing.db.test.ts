// @prove-only year
// @postgres-only

import assert from "node:assert/strict"
import { test } from "node:test"
import { isFullSize, modelSeeds, testSize } from "#testing/model-seeds.ts"
import { createRandom } from "#testing/random.ts"
import { finalChecks } from "./year-checks.model.ts"
import { isEdge, momentsOf, yearClients, yearStart } from "./year-clock.model.ts"
import { createLife } from "./year-life.model.ts"
import { newAccounts, startYear } from "./year-world.model.ts"

const size = {
  // The first month end, with the announcements of its charges.
  small: { accounts: 40, days: 14 },
  change: { accounts: 40, days: 425 },
  full: { accounts: 1_000, days: 365 },
}[testSize] ?? { accounts: 40, days: 14 }
const [seed = 1] = modelSeeds()

test(`ZONE-03 ${size.days} days of billing for ${size.accounts} accounts in four time zones agree with an independent calculation (seed ${seed})`, async (t) => {
  const dates = Array.from({ length: size.days }, (_, day) =>
    Temporal.PlainDate.from(yearStart).add({ days: day }).toString(),
  ).filter((date) => isFullSize || isEdge(date))
  const random = createRandom(seed)
  const accounts = newAccounts(size.accounts / yearClients.length)
  const year = await startYear(size.accounts / yearClients.length, random)
  try {
    const life = createLife(year, accounts, random)
    const weeks = Object.entries(Object.groupBy(momentsOf(dates), weekOf))
    for (const [week, moments] of weeks) {
      let isOver = false
      // A subtest shows the runner that the year is progressing.
      await t.test(`ZONE-03 the week from ${week}`, async () => {
        for (const moment of moments ?? []) {
          year.moveTo(moment)
          await life.pass()
        }
        isOver = true
      })
      assert.ok(isOver, `the week from ${week} failed`)
    }
    await finalChecks(year, accounts, life.mornings)
    t.diagnostic(JSON.stringify({ ...life.tally, "repeated report": year.repeated() }))
    const kinds = Object.keys(life.tally)
    const expected = [
      ...["autoPay", "payNow"],
      ...(testSize === "small" ? [] : ["returned", "ended auto pay"]),
      ...(isFullSize ? ["disputeLost", "refunded", "partlyRefunded", "declined"] : []),
    ]
    for (const kind of expected) assert.ok(kinds.includes(kind), `no ${kind} happened`)
  } finally {
    await year.close()
  }
})

function weekOf(moment: Temporal.Instant): string {
  const date = moment.toZonedDateTimeISO("UTC").toPlainDate()
  return date.subtract({ days: date.dayOfWeek - 1 }).toString()
}
