// Runs the tests of `npm test` again, with one change each time.

import { spawnSync } from "node:child_process"
import { findHeadlessChromium } from "#testing/chromium.ts"
import { isBuildStale } from "#tools/build.ts"
import { runBrowserTests } from "#tools/test/browser-tests.ts"
import { allTestFiles } from "#tools/test/files.ts"
import type { Part } from "./part.ts"
import { testFilesPart } from "./test-files.ts"

/** Every database test on PGlite. The small form leaves out those that `npm test` runs there. */
export const engines: Part = testFilesPart((all, { small }) => ({
  files: all.filter(
    ({ kind, onBothEngines, isProofOnly }) =>
      kind === "database" && !isProofOnly && !(small && onBothEngines),
  ),
  engine: "PGlite",
}))

/** The time zones farthest west and east: for half of the day, their date differs from UTC's. */
const zonesOfDays = ["Pacific/Kiritimati", "Pacific/Pago_Pago"]

/** Unit and database tests in other time zones; only unit tests in the small form. */
export const zones: Part = async (run) => {
  const wrong: string[] = []
  for (const zone of zonesOfDays) {
    run.log(zone)
    const part = testFilesPart((all) => ({
      files: all.filter(
        ({ kind, isProofOnly }) =>
          !isProofOnly && (kind === "unit" || (kind === "database" && !run.small)),
      ),
      env: { TZ: zone },
    }))
    wrong.push(...(await part(run)).map((line) => `${zone}: ${line}`))
  }
  return wrong
}

/** Each test file in its own process, so that no file depends on the leftovers of another. */
export const alone: Part = testFilesPart((all, { small }) => ({
  files: all.filter(
    ({ kind, isProofOnly }) => !isProofOnly && (kind === "unit" || (kind === "database" && !small)),
  ),
  isAlone: true,
}))

/** Every browser test at the width of a phone. */
export const phone: Part = async ({ log }) => {
  if (isBuildStale()) {
    const { status } = spawnSync(process.execPath, ["tools/build.ts"], { stdio: "inherit" })
    if (status !== 0) return ["The pages could not be built."]
  }
  const files = allTestFiles().filter(({ kind }) => kind === "browser")
  const { passed, failed } = await runBrowserTests({
    files: files.map(({ path }) => path),
    projects: ["phone-all"],
    isWhole: true,
    chromiumPath: findHeadlessChromium(),
    signal: AbortSignal.any([]),
  })
  log(`${passed} passed, ${failed} failed`)
  return failed === 0 ? [] : [`${failed} browser tests failed, printed above`]
}
