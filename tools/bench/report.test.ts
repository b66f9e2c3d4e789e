import assert from "node:assert/strict"
import { test } from "node:test"
import { atEnd, orMissed, report } from "./report.ts"

test("each finding is printed when it is known, and a failed measurement loses neither earlier findings nor later ones", async () => {
  const lines: string[] = []
  let linesInBetween = 0
  const isGood = await report(
    {
      calls: async function* () {
        yield { what: "Dashboard", value: "0.71", bound: "aim 0.85", isBelowAim: true }
        linesInBetween = lines.length
        throw new Error("ENOENT: no such file")
      },
      memory: atEnd(async () => [{ what: "Memory", value: "120 MB" }]),
    },
    (line) => lines.push(line.replaceAll(/ +/g, " ")),
  )
  assert.equal(linesInBetween, 1)
  assert.deepEqual(lines, [
    "Dashboard 0.71 aim 0.85 ← below the aim",
    "calls did not finish: ENOENT: no such file",
    "Memory 120 MB",
  ])
  assert.equal(isGood, false)
})

test("a failed part is a missed finding with its name, and the parts after it run", async () => {
  const lines: string[] = []
  const isGood = await report(
    {
      paint: async function* () {
        yield* orMissed("harbor/", () => Promise.reject(new Error("NO_NAVSTART")))
        yield* orMissed("trades/", async () => [{ what: "trades/", value: "900 ms" }])
      },
    },
    (line) => lines.push(line.replaceAll(/ +/g, " ")),
  )
  assert.deepEqual(lines, ["harbor/ - did not finish: NO_NAVSTART ← missed", "trades/ 900 ms"])
  assert.equal(isGood, false)
})

test("a missed bound fails the run, and a missed aim does not", async () => {
  const ran = (finding: object) =>
    report({ one: atEnd(async () => [{ what: "x", value: "1", ...finding }]) }, () => {})
  assert.equal(await ran({ isBelowAim: true }), true)
  assert.equal(await ran({ missed: true }), false)
})
