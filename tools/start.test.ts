// @prove-only commands

import assert from "node:assert/strict"
import { type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { after, test } from "node:test"
import { freePort } from "./free-port.ts"

const dataFolder = mkdtempSync(join(tmpdir(), "start-"))
type Started = ChildProcessByStdio<null, Readable, Readable>
const started: Started[] = []

after(() => {
  // A process that outlives a failed test would keep the whole run waiting.
  for (const child of started) child.kill("SIGKILL")
  rmSync(dataFolder, { recursive: true })
})

async function start(settings: NodeJS.ProcessEnv = {}): Promise<Started> {
  const { DATABASE_URL, SMTP_URL, ...env } = process.env
  const child = spawn(process.execPath, ["tools/start.ts"], {
    env: {
      ...env,
      DATA_DIR: dataFolder,
      PORT: String(await freePort()),
      MAILBOX_PORT: String(await freePort()),
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  started.push(child)
  return child
}

/** The output until it was ready. */
async function ready({ stdout }: Started): Promise<string> {
  let printed = ""
  for await (const part of stdout) {
    printed += part
    if (printed.includes("Ctrl-C ends it")) break
  }
  return printed
}

async function refusal(settings: NodeJS.ProcessEnv): Promise<string> {
  const child = await start(settings)
  const [printed] = await Promise.all([text(child.stderr), once(child, "exit")])
  assert.equal(child.exitCode, 1)
  return printed
}

test("npm start loads the demo's data, prints the address, and ends cleanly; a second start keeps the data", async () => {
  const port = await freePort()
  const first = await start({ PORT: String(port) })
  const printed = await ready(first)
  for (const line of [
    `Harbor Mutual               http://harbor.localhost:${port}`,
    `http://support.localhost:${port}`,
    `The data are in ${dataFolder}, kept by PGlite`,
  ]) {
    assert.ok(printed.includes(line), `${line}\n is not in\n${printed}`)
  }

  assert.match(
    await refusal({}),
    /^The database in .+ is in use by process \d+ on \S+\. Stop that one first, or .+\n$/,
  )
  assert.equal(
    await refusal({ DATA_DIR: join(dataFolder, "other"), PORT: String(port) }),
    `Port ${port} is in use. Stop what listens there, or choose another: PORT=${port + 1} npm start\n`,
  )
  const both = String(port)
  assert.equal(
    await refusal({ DATA_DIR: join(dataFolder, "both"), PORT: both, MAILBOX_PORT: both }),
    `PORT and MAILBOX_PORT are both ${port}. Choose another for one of them.\n`,
  )
  assert.equal(existsSync(join(dataFolder, "both")), false)
  const taken = await refusal({ DATA_DIR: join(dataFolder, "taken"), MAILBOX_PORT: both })
  assert.match(taken, /^Port \d+ is in use\. .+ MAILBOX_PORT=\d+ npm start\n$/)

  // A terminal and npm may both pass the signal on.
  first.kill("SIGINT")
  first.kill("SIGINT")
  assert.deepEqual(await once(first, "exit"), [0, null])
  assert.ok(!existsSync(join(dataFolder, "lock")), "the folder is free again")

  const second = await start()
  assert.doesNotMatch(await ready(second), /Loading/)
  second.kill("SIGTERM")
  assert.deepEqual(await once(second, "exit"), [0, null])
})
