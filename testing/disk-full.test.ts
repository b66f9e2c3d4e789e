// @prove-only faults
import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { appendFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { systemClock } from "#platform/clock.ts"
import { freePort } from "#tools/free-port.ts"
import { serverScript } from "#tools/prove/world/processes.ts"
import { createTestBrowser, payloadOf } from "./browser.ts"
import { demoFilling } from "./demo-database.ts"
import { demoPerson } from "./demo-people.ts"
import { openPgliteCopy } from "./pglite-copy.ts"
import { keySettings } from "./secret-key.ts"
import { sendHttp } from "./send-http.ts"

const host = "harbor.localhost"
/** Starts the process with a separate file system, which disappears with the process. */
const inOwnDisk = `mount -t tmpfs -o size=200m none "$1" && cp -r "$0/." "$1" &&
  DATA_DIR="$1" exec "$2" --disable-warning=ExperimentalWarning "$3"`
const serverSettings = { SMTP_URL: "smtp://127.0.0.1:1", ...keySettings, LOG_LEVEL: "error" }
const onLinux = { skip: process.platform !== "linux" && "only Linux has disks of a process" }

test(
  "OUTAGE-06 OUTAGE-07 a server with a full disk is not ready and answers 503, and recovers when there is space",
  onLinux,
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "my-account-full-"))
    const disk = mkdtempSync(join(tmpdir(), "my-account-disk-"))
    const filled = await openPgliteCopy(demoFilling(systemClock), join(folder, "pglite"))
    await filled.close()
    const asRoot = process.getuid?.() === 0 ? [] : ["--map-root-user"]
    const port = await freePort()
    const child = spawn(
      "unshare",
      [...asRoot, "--mount", "sh", "-c", inOwnDisk, folder, disk, process.execPath, serverScript],
      {
        env: { ...process.env, ...serverSettings, PORT: String(port) },
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      },
    )
    t.after(() => {
      child.kill("SIGKILL")
      rmSync(folder, { recursive: true })
      rmSync(disk, { recursive: true })
    })
    await once(child, "message")
    await until(port, 200)

    const filler = join("/proc", String(child.pid), "root", disk, "filler")
    fill(filler)
    await until(port, 503)
    const call = await refusedLogIn(port)
    assert.equal(call.status, 503)
    assert.deepEqual(call.messageIds, ["server.unavailable"])
    assert.equal(child.exitCode, null)

    rmSync(filler)
    await until(port, 200)
  },
)

/** Each failed login adds an audit entry, until the table needs another block. */
async function refusedLogIn(port: number) {
  const browser = createTestBrowser(port, async () => "")
  const payload = payloadOf({ ...demoPerson("maria.santos"), username: "stranger" })
  for (;;) {
    const answer = await browser.call(host, "POST /appauth/login", { ...payload, client: "harbor" })
    if (answer.status !== 401 && answer.status !== 422) return answer
  }
}

async function until(port: number, status: number): Promise<void> {
  for (;;) {
    const answer = await sendHttp(port, host, { method: "GET", path: "/readyz", headers: {} })
    if (answer.status === status) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function fill(file: string): void {
  try {
    for (;;) appendFileSync(file, Buffer.alloc(4_096))
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, "ENOSPC")
  }
}
