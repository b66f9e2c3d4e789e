import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import type { Outcome } from "./outcome.ts"

const report = join("test-results", "report.json")

/** Runs Playwright, which prints its tests as they go. */
export async function runBrowserTests(chromiumPath: string, signal: AbortSignal): Promise<Outcome> {
  rmSync(report, { force: true })
  const child = spawn(join("node_modules", ".bin", "playwright"), ["test"], {
    env: {
      ...process.env,
      CHROMIUM_PATH: chromiumPath,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
    stdio: "inherit",
    signal,
  })
  const [code] = await once(child, "close")
  const { stats } = JSON.parse(readFileSync(report, "utf8")) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  const failed = stats.unexpected + stats.skipped
  if (stats.flaky > 0) console.log(`${stats.flaky} of them passed at the second try only.`)
  // A browser or a worker that fails outside any test shows in the exit code alone.
  return { passed: stats.expected + stats.flaky, failed: failed === 0 && code !== 0 ? 1 : failed }
}
