import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { ImportReport } from "#commands/import/import-files.ts"
import { loadFolder } from "#commands/load/load-folder.ts"
import { migrate } from "#database/migrating/migrate.ts"
import { type Database, openDatabase } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import { demoFolder } from "#testing/demo-people.ts"
import { keySettings, testAudit, testPasswords } from "#testing/secret-key.ts"
import type { Part, Run } from "../part.ts"
import { onPostgres } from "../world/postgres.ts"
import { copyPeople, countPeople, removePeople } from "./import.store.ts"
import { writePeople } from "./people-file.ts"

const client = "wayfarer"
const mostMegabytes = 300
/**
 * Share of the speed of PostgreSQL's COPY with the same rows. The aim is not reached yet; an import
 * below the minimum has become slower. The small form does not judge speed, because it also runs on
 * busy machines.
 */
const aimedShare = 0.3
const leastShare = 0.05

/**
 * Imports a million people: measures its peak memory, and its speed as a share of PostgreSQL's COPY
 * of the same rows into a table with the same indexes. Kills it in the middle (kill -9), and the
 * next run continues. Importing the same file again changes nothing.
 */
export const importPeople: Part = async (run) => {
  const count = run.small ? 20_000 : 1_000_000
  return await onPostgres(async (url) => {
    const database = await openDatabase({ url })
    const folder = await mkdtemp(join(tmpdir(), "my-account-import-"))
    try {
      await migrate(database)
      await loadFolder(database, demoFolder, {
        clock: systemClock,
        audit: testAudit(systemClock),
        passwords: testPasswords,
      })
      const path = join(folder, "people.ndjson")
      await writePeople(path, count)
      const env = { DATA_DIR: folder, DATABASE_URL: url, ...keySettings }
      return await check(run, { database, path, count, env, folder })
    } finally {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
}

interface World {
  database: Database
  folder: string
  path: string
  count: number
  env: Record<string, string>
}

async function check({ small, log }: Run, world: World): Promise<string[]> {
  const { database, count } = world
  await removePeople(database, client)
  const wrong: string[] = []
  const expect = (isRight: boolean, text: string) => {
    if (!isRight) wrong.push(text)
  }

  const whole = await importOnce(world)
  expect(whole.report?.changes.people === count, "the import wrote other rows")
  const seconds = whole.report?.seconds ?? Number.NaN
  await chmod(world.folder, 0o777)
  const copySeconds = await copyPeople(database, join(world.folder, "rows"))
  const share = copySeconds / seconds
  log(`${shown(count)} people in ${seconds.toFixed(1)} s, ${shown(count / seconds)} a second`)
  log(
    `COPY of them in ${copySeconds.toFixed(1)} s: the import has ${share.toFixed(2)} of its speed (aim ${aimedShare}, at least ${leastShare})`,
  )
  log(`peak resident memory ${whole.megabytes} MB`)
  expect(small || share >= leastShare, `${share.toFixed(2)} of COPY, the least is ${leastShare}`)

  const again = await importOnce(world)
  log(`the same file again in ${again.report?.seconds.toFixed(1)} s`)
  expect(again.report?.refused === undefined, "the same file again was refused")
  const changes = Object.values(again.report?.changes ?? { none: 1 })
  expect(
    changes.every((changed) => changed === 0),
    "the same file again changed something",
  )

  await removePeople(database, client)
  const killed = await importOnce(world, "killed while it writes")
  const written = await countPeople(database, client)
  log(`killed after ${shown(written)} people were written`)
  expect(killed.report === undefined, "the killed import came to its end")
  expect(written > 0 && written < count, `${written} people after the kill`)
  const rest = await importOnce(world)
  log(`continued at row ${shown(rest.report?.resumed ?? 0)}`)
  expect(rest.report?.resumed === written, "the next run continued elsewhere")
  expect(rest.report?.changes.people === count - written, "the next run wrote other rows")
  expect((await countPeople(database, client)) === count, "people are missing or double")

  const megabytes = Math.max(...[killed, rest, again, whole].map((one) => one.megabytes))
  expect(megabytes <= mostMegabytes, `${megabytes} MB, the most is ${mostMegabytes}`)
  return wrong
}

function shown(value: number): string {
  return Math.round(value).toLocaleString("en-US")
}

interface Outcome {
  /** Undefined if the process was killed. */
  report: (ImportReport & { seconds: number }) | undefined
  /** The peak of the resident memory in megabytes. */
  megabytes: number
}

/** Runs `npm run my-account -- import` in a separate process. */
async function importOnce(world: World, kill?: "killed while it writes"): Promise<Outcome> {
  const { path, env, database, count } = world
  const parameters = ["--client", client, "--as-of", "2026-01-02T00:00:00Z", "--json", path]
  const child = spawn(process.execPath, [...(await nodeParameters()), ...parameters], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line))
  const gone = once(child, "close")
  let megabytes = 0
  const start = await countPeople(database, client)
  while (child.exitCode === null && child.signalCode === null) {
    megabytes = Math.max(megabytes, await peakMegabytes(child.pid))
    if (kill && (await countPeople(database, client)) > start + count / 4) child.kill("SIGKILL")
    await Promise.race([gone, new Promise((done) => setTimeout(done, 100))])
  }
  await gone
  const last = lines.at(-1)
  const report = last === undefined ? undefined : (JSON.parse(last) as Outcome["report"])
  return { report, megabytes }
}

/** The flags and the file of the script `my-account` in package.json, and the command. */
async function nodeParameters(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as {
    scripts: { "my-account": string }
  }
  return [...scripts["my-account"].replace(/^.*--omit=dev /, "").split(" "), "import"]
}

/** The peak memory in megabytes; 0 if the process has ended. */
async function peakMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "")
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024)
}
