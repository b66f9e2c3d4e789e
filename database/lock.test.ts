import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { lockFolder } from "./lock.ts"

function folder(t: { after(fn: () => void): void }): string {
  const path = mkdtempSync(join(tmpdir(), "my-account-lock-"))
  t.after(() => rmSync(path, { recursive: true }))
  return path
}

const lockModule = join(import.meta.dirname, "lock.ts")

test("a second process is refused with a line that names the first", (t) => {
  const path = folder(t)
  const unlock = lockFolder(path)
  const second = spawnSync(
    process.execPath,
    [
      "-e",
      `import(${JSON.stringify(lockModule)}).then((m) => m.lockFolder(${JSON.stringify(path)}))`,
    ],
    { encoding: "utf8" },
  )
  assert.notEqual(second.status, 0)
  assert.match(second.stderr, new RegExp(`is in use by process ${process.pid}`))
  unlock()
})

test("a lock left by a process that is gone is taken over", (t) => {
  const path = folder(t)
  const gone = spawnSync(process.execPath, ["-e", ""]).pid
  writeFileSync(join(path, "lock"), String(gone))
  lockFolder(path)()
})

test("a lock file without a process id is taken over", (t) => {
  const path = folder(t)
  writeFileSync(join(path, "lock"), "")
  lockFolder(path)()
})
