// @prove-only commands

import assert from "node:assert/strict"
import { type ChildProcessByStdio, spawn } from "node:child_process"
import { once } from "node:events"
import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { after, before, test } from "node:test"
import { type CommandOutcome, runCommand } from "#testing/command.ts"
import { demoFolder } from "#testing/demo-people.ts"
import { freePort } from "#tools/free-port.ts"

// The server has another time zone and other colors than the person who types.
const serverSettings = { TZ: "Pacific/Kiritimati", FORCE_COLOR: "3", INIT_CWD: "/" }

let folder: string
let settings: NodeJS.ProcessEnv
let server: ChildProcessByStdio<null, Readable, null>

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "served-"))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const ports = { PORT: String(await freePort()), MAILBOX_PORT: String(await freePort()) }
  const common = { DATA_DIR: join(folder, "data"), TZ: "America/New_York", LOG_LEVEL: "error" }
  settings = { ...common, ...ports, INIT_CWD: folder }
  server = spawn(process.execPath, ["tools/start.ts"], {
    env: { PATH, NODE_COMPILE_CACHE, ...settings, ...serverSettings },
    stdio: ["ignore", "pipe", "inherit"],
  })
  let printed = ""
  for await (const part of server.stdout) {
    printed += part
    if (printed.includes("Ctrl-C ends it")) break
  }
})

after(async () => {
  server.kill("SIGKILL")
  await rm(folder, { recursive: true })
})

async function run(program: string, typed: string[] = [], input = ""): Promise<CommandOutcome> {
  return await runCommand(program, typed, settings, input)
}

/** The standard output of a command that succeeds. */
async function outOf(program: string, typed: string[] = [], input = ""): Promise<string> {
  const { code, out, err } = await run(program, typed, input)
  assert.equal(code, 0, `${program} ${typed.join(" ")}\n${out}${err}`)
  assert.ok(!`${out}${err}`.includes("\u001b"), "no colors")
  return out
}

test("RELEASE-21 while a server holds the database, every command of the operator works through it", async () => {
  assert.match(await outOf("load", [demoFolder]), /nothing changed/)
  await writeFile(join(folder, "info.html"), "<p>A code comes by email.</p>")
  const text = ["set", "harbor", "text", "login info", "info.html"]
  assert.match(await outOf("my-account", text), /^harbor: release \d+ is published/)
  const [release] = JSON.parse(await outOf("releases", ["harbor", "--json"]))
  assert.equal(release.what, "set text login info")
  assert.match(await outOf("releases", ["harbor"]), / UTC /)
  assert.match(await outOf("rollback", ["harbor"]), /It equals release/)

  assert.match(await outOf("staff", ["list"]), /^agent\.kim {2}/m)
  const add = "add agent.new --first Nia --last Newman --email nia@example.com --clients all"
  const added = await outOf("staff", [...add.split(" "), "--password-stdin"], "Blue-Harbor-77-x\n")
  assert.equal(added, "Added agent.new.\n")
  const staff = JSON.parse(await outOf("staff", ["list", "--json"]))
  assert.ok(staff.some(({ username }: { username: string }) => username === "agent.new"))

  const ends = ["--checkpoints", "ends.jsonl"]
  assert.match(await outOf("audit", ends), /, 0 problems\.\n$/)
  assert.match(await outOf("audit", ends), / [1-9]\d* checkpoints? compared/)
  assert.match(await outOf("events", ["endpoints"]), /^mailbox {2}http/)
  assert.match(await outOf("events", ["send-test", "mailbox"]), /with status 20\d/)
  assert.match(await outOf("events", ["list"]), /./)
  const day = ["--from", "2026-01-01", "--to", "2026-01-02"]
  const books = await outOf("ledger", ["--client", "harbor", ...day, "--format", "json"])
  assert.equal(JSON.parse(books).currency, "USD")
})

test("RELEASE-21 an export and its import through the server change nothing, with paths of the person", async () => {
  const { folder: written } = JSON.parse(
    await outOf("export", ["--client", "wayfarer", "--to", "out", "--json"]),
  )
  assert.equal(written, join(folder, "out"))
  const files = ["people", "payment-methods", "products", "bills", "documents"]
  const asOf = ["--client", "wayfarer", "--as-of", new Date().toISOString()]
  const names = files.map((name) => join("out", `${name}.ndjson`))
  assert.match(await outOf("import", [...asOf, ...names]), / nothing new or changed/)
  const again = await run("export", ["--client", "wayfarer", "--to", "out"])
  assert.equal(again.code, 1)
  assert.match(again.err, /already exists/)
})

test("RELEASE-24 Ctrl-C stops an import in the server, and the same command continues it", async () => {
  const people = join(folder, "people.ndjson")
  const person = (n: number) => JSON.stringify(personOf(n))
  // So many that a fast machine too needs longer than the two seconds until the first line of progress.
  for (let part = 0; part < 200; part += 1) {
    const lines = Array.from({ length: 500 }, (_, n) => `${person(part * 500 + n)}\n`)
    await appendFile(people, lines.join(""))
  }
  const typed = ["--client", "harbor", "--as-of", "2026-01-01T00:00:00Z", people]
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, ["commands/my-account.ts", "import", ...typed], {
    env: { PATH, NODE_COMPILE_CACHE, ...settings },
  })
  const closed = once(child, "close")
  let printed = ""
  child.stderr.setEncoding("utf8").on("data", (part) => (printed += part))
  await Promise.race([once(child.stderr, "data"), closed])
  child.kill("SIGINT")
  child.kill("SIGINT")
  const [code] = await closed
  assert.match(printed, /The import was stopped/)
  assert.equal(code, 130)
  assert.match(await outOf("import", typed), /^Imported 100000 rows/)
})

test("RELEASE-21 a command that works without a server alone says what to do, and touches nothing", async () => {
  for (const program of ["migrate", "billing-run", "tools/start.ts"]) {
    const { code, out, err } = await run(program)
    assert.notEqual(code, 0)
    assert.equal(out, "")
    assert.match(err, /^The database in \S+ is in use by process \d+ on \S+\. Stop .+\n$/)
  }
  assert.match(await outOf("staff", ["list"]), /agent\.new/)
})

test("RELEASE-21 after the server has ended, the same commands open the folder themselves", async () => {
  server.kill("SIGTERM")
  await once(server, "exit")
  assert.match(await outOf("staff", ["list"]), /agent\.new/)
  assert.match(await outOf("audit"), /, 0 problems\.\n$/)
})

function personOf(n: number): object {
  const name = { firstName: "Ada", lastName: "Brandt", dateOfBirth: "1974-12-01" }
  const address = { addressLine1: "7 Mill Road", cityName: "Portland", stateCode: "ME" }
  return {
    ...{ accountNumber: `MANY-${n}`, personNumber: `MANY-P-${n}`, ...name, phoneNumber: "" },
    ...{ emailAddress: `ada.${n}@example.com`, address: { ...address, zipCode: "04101" } },
  }
}
