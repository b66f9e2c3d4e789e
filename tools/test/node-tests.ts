import { globSync } from "node:fs"
import { availableParallelism } from "node:os"
import { relative } from "node:path"
import { run } from "node:test"
import type { Outcome } from "./outcome.ts"

/** A file that hangs is ended after this. */
const timeoutMs = 120_000

/** What takes longest begins first, so that no core waits for it at the end. */
const slowest = [
  "services/identity/sign-in/timing.test.ts",
  "tools/start.test.ts",
  "testing/killed-payments.test.ts",
  "testing/killed.test.ts",
  "services/payments/billing/billing-run.db.test.ts",
  "services/identity/flows-model.db.test.ts",
  "services/audit/audit.db.test.ts",
  "tools/staff.db.test.ts",
  "tools/load/load.db.test.ts",
]

/**
 * Runs test files with Node's runner, each in a process of its own with this one's environment,
 * one more at once than there are cores, as some of them wait. Prints what failed, and nothing else.
 */
export async function runNodeTests(files: string[], signal: AbortSignal): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, failed: 0 }
  const tests = run({
    files,
    concurrency: availableParallelism() + 1,
    timeout: timeoutMs,
    signal,
    // What the pinned Node calls experimental was chosen knowingly.
    execArgv: ["--disable-warning=ExperimentalWarning"],
  })
  for await (const { type, data } of tests) {
    if (type === "test:stderr" || type === "test:stdout") process.stdout.write(data.message)
    if (type === "test:pass" && data.details.type !== "suite") {
      // What is skipped proves nothing.
      if (data.skip === undefined && data.todo === undefined) outcome.passed += 1
      else outcome.failed += 1
    }
    if (type === "test:fail" && !isForTestsInside(data.details.error)) {
      outcome.failed += 1
      console.log(`\n✗ ${data.name}\n  ${relative(process.cwd(), data.file ?? "")}:${data.line}`)
      console.log(data.details.error.cause ?? data.details.error)
    }
  }
  return outcome
}

/** A suite fails with the tests inside it, which are counted themselves. */
function isForTestsInside(error: Error): boolean {
  return "failureType" in error && error.failureType === "subtestsFailed"
}

/** Test files of this project whose name ends so; those of browser tests are Playwright's. */
export function testFiles(kind: "unit" | "database"): string[] {
  const all = globSync("**/*.test.ts", { exclude: ["**/node_modules", "dist", "e2e"] })
  const inOrder = [...new Set([...slowest, ...all.sort()])]
  return inOrder.filter((file) => file.endsWith(".db.test.ts") === (kind === "database"))
}
