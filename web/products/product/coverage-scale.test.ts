import assert from "node:assert/strict"
import { test } from "node:test"
import { coverageScale } from "./coverage-scale.ts"

test("DASH-12 the coverage bar has one scale in days for paid days, grace period and today", () => {
  const late = { coveredUntil: "02/11/2026", graceUntil: "03/13/2026", today: "03/01/2026" }
  assert.deepEqual(coverageScale(late), { paidEnd: 30 / 60, graceEnd: 1, today: 48 / 60 })
  const calm = { coveredUntil: "04/10/2026", today: "03/11/2026" }
  assert.deepEqual(coverageScale(calm), { paidEnd: 1, graceEnd: 1, today: 0.5 })
  assert.deepEqual(coverageScale({ ...calm, graceUntil: "05/10/2026" }), {
    paidEnd: 60 / 90,
    graceEnd: 1,
    today: 30 / 90,
  })
})

test("DASH-12 a coverage that has ended leaves the bar empty until today", () => {
  const ended = { coveredUntil: "01/30/2026", graceUntil: "02/09/2026", today: "03/01/2026" }
  assert.deepEqual(coverageScale(ended), { paidEnd: 30 / 60, graceEnd: 40 / 60, today: 1 })
})
