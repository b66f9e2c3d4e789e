import assert from "node:assert/strict"
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { hostname, tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { lockFolder } from "./lock.ts"

type Context = { after(fn: () => void): void }

function folder(t: Context): string {
  const path = mkdtempSync(join(tmpdir(), "my-account-lock-"))
  t.after(() => rmSync(path, { recursive: true }))
  return path
}

/** A command that takes the lock in a separate process, prints that and holds the lock. */
function keeper(path: string): string[] {
  const lockModule = join(import.meta.dirname, "lock.ts")
  const script = `const { lockFolder } = await import(${JSON.stringify(lockModule)})
    lockFolder(${JSON.stringify(path)})
    console.log("locked", process.pid)
    setInterval(() => {}, 1000)`
  return [process.execPath, "--disable-warning=ExperimentalWarning", "-e", script]
}

/**
 * Runs the command in a separate PID namespace, as in a container, where its process id is also 1.
 */
function contained(command: string[]): string[] {
  const isRoot = process.getuid?.() === 0
  return ["unshare", ...(isRoot ? [] : ["--map-root-user"]), "--pid", "--fork", ...command]
}

async function start(t: Context, [program = "", ...parameters]: string[]) {
  const child = spawn(program, parameters, { stdio: ["ignore", "pipe", "pipe"], detached: true })
  t.after(() => kill(child))
  const [printed] = (await once(child.stdout, "data")) as [Buffer]
  return { child, printed: String(printed) }
}

/** Kills the process and its children immediately. */
function kill({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, "SIGKILL")
}

function run([program = "", ...parameters]: string[]) {
  return spawnSync(program, parameters, { encoding: "utf8", timeout: 60_000 })
}

test("a second process is refused with a line that identifies the first", (t) => {
  const path = folder(t)
  const unlock = lockFolder(path)
  const second = run(keeper(path))
  assert.notEqual(second.status, 0)
  assert.match(second.stderr, new RegExp(`is in use by process ${process.pid} on ${hostname()}`))
  unlock()
  lockFolder(path)()
})

const onLinux = { skip: process.platform !== "linux" && "only Linux has such namespaces" }

test(
  "LOADER-20 a process in another container is refused, though both have the same process id",
  onLinux,
  async (t) => {
    const path = folder(t)
    const { child, printed } = await start(t, contained(keeper(path)))
    assert.equal(printed, "locked 1\n")
    const second = run(contained(keeper(path)))
    assert.notEqual(second.status, 0)
    assert.match(second.stderr, /is in use by process 1 on /)
    assert.throws(() => lockFolder(path), /is in use by process 1 on /)
    assert.equal(child.exitCode, null)
  },
)

test("LOADER-20 kill -9 releases the folder", async (t) => {
  const path = folder(t)
  const { child } = await start(t, keeper(path))
  assert.throws(() => lockFolder(path), /is in use by process/)
  kill(child)
  await once(child, "exit")
  lockFolder(path)()
})

test("the contents of the lock files do not matter", (t) => {
  const path = folder(t)
  writeFileSync(join(path, "lock.owner"), "process 1 on nowhere")
  writeFileSync(join(path, "lock.sqlite"), "")
  lockFolder(path)()
})
