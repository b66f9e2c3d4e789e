import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"

const bootstrap = join(import.meta.dirname, "bootstrap.mjs")

function started(text: string) {
  const file = join(mkdtempSync(join(tmpdir(), "bootstrap-")), "script.ts")
  writeFileSync(file, text)
  return spawn(process.execPath, [bootstrap, file, "one", "two"], { stdio: "pipe" })
}

test("the script gets its arguments and its exit code is kept", async () => {
  const child = started("process.exit(process.argv.slice(2).join() === 'one,two' ? 7 : 1)")
  assert.deepEqual(await once(child, "exit"), [7, null])
})

test("a signal reaches the script, which ends in its own way", async () => {
  const child = started(
    "process.on('SIGTERM', () => process.exit(5)); console.log('up'); setInterval(() => {}, 1000)",
  )
  await once(child.stdout, "data")
  child.kill("SIGTERM")
  assert.deepEqual(await once(child, "exit"), [5, null])
})

test("a script that a signal ends shows as the shell would show it", async () => {
  const child = started("process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)")
  assert.deepEqual(await once(child, "exit"), [128 + 9, null])
})
