import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chownSync, globSync, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { freePort } from "#tools/free-port.ts"
import { installDebianPackages } from "./debian-packages.ts"

export interface Postgres {
  /** The superuser's URL of the database `postgres`. */
  url: string
  version: string
  stop(): Promise<void>
}

/**
 * PostgreSQL settings without durability, for disposable data. A connection of a server plans a
 * statement anew until it has used it five times. Those of tests are too short-lived for that: they
 * plan it once, and compile none.
 */
export const forThrowAway = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: "200",
  plan_cache_mode: "force_generic_plan",
  jit: "off",
}

/** Bytes. The databases of a test run need less than a quarter of it. */
const ampleMemory = 4_000_000_000

/**
 * A folder in memory for the databases of a test run, where creating a database takes a third of
 * the work; or the folder for temporary files, on a machine without enough memory.
 */
export function folderInMemory(): string {
  const folder = "/dev/shm"
  try {
    const { bavail, bsize } = statfsSync(folder)
    return Math.min(bavail * bsize, process.availableMemory()) < ampleMemory ? tmpdir() : folder
  } catch {
    return tmpdir()
  }
}

/**
 * Starts a separate PostgreSQL in a new folder inside `parent`, on a free port. It uses the
 * installed program or else Debian's package. `stop()` deletes it with all its data.
 *
 * Errors: an `Error` that names the package to install, or with PostgreSQL's output.
 */
export async function startPostgres(
  settings: Record<string, string> = forThrowAway,
  parent = tmpdir(),
): Promise<Postgres> {
  const { programs, owner } = postgresPrograms()
  const folder = mkdtempSync(join(parent, "test-postgres-"))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, "data")
  initializeFolder(data)

  const port = await freePort()
  const server = spawnPostgres(data, port, settings)
  const stop = async () => {
    if (server.exitCode === null && server.kill("SIGQUIT")) await once(server, "exit")
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await ready(server)
  } catch (error) {
    await stop()
    throw error
  }
  const version = spawnSync(join(programs, "postgres"), ["--version"], { encoding: "utf8" })
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    version: version.stdout.match(/\d[\d.]*/)?.[0] ?? "",
    stop,
  }
}

/**
 * The folder of PostgreSQL's programs and the user to run them as. Installs Debian's package if
 * needed.
 */
export function postgresPrograms() {
  return { programs: findPrograms() ?? installed(), owner: unprivilegedUser() }
}

/** Starts PostgreSQL on an initialized folder; `ready` resolves when it accepts connections. */
export function spawnPostgres(
  data: string,
  port: number,
  settings: Record<string, string>,
): ChildProcess {
  const { programs, owner } = postgresPrograms()
  const folder = dirname(data)
  const options = { ...settings, listen_addresses: "127.0.0.1", unix_socket_directories: folder }
  return spawn(
    join(programs, "postgres"),
    [
      "-D",
      data,
      "-p",
      String(port),
      ...Object.entries(options).map(([key, value]) => `--${key}=${value}`),
    ],
    // A separate process group, so that Ctrl-C in the terminal reaches only the process that calls
    // `stop`.
    { ...owner, cwd: folder, detached: true, stdio: ["ignore", "ignore", "pipe"] },
  )
}

/**
 * The folder of this machine's newest PostgreSQL. Debian keeps its server programs off the PATH.
 */
function findPrograms(): string | undefined {
  const debian = globSync("/usr/lib/postgresql/*/bin")
  const newestFirst = debian.sort((a, b) => b.localeCompare(a, "en", { numeric: true }))
  const folders = [...newestFirst, ...(process.env.PATH ?? "").split(":")]
  return folders.find((folder) => globSync(`${folder}/{initdb,postgres}`).length === 2)
}

function installed(): string {
  installDebianPackages("postgresql")
  const programs = findPrograms()
  if (programs === undefined) throw new Error("The package postgresql brought no initdb.")
  return programs
}

/** PostgreSQL refuses to run as root, and Debian's package creates a user for it. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) =>
    Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout)
  return { uid: idOf("-u"), gid: idOf("-g") }
}

/** Initializes the data folder of a PostgreSQL that trusts all local connections. */
export function initializeFolder(data: string): void {
  const { programs, owner } = postgresPrograms()
  const { status, stdout, stderr } = spawnSync(
    join(programs, "initdb"),
    [
      "-D",
      data,
      "--username=postgres",
      "--auth=trust",
      "--encoding=UTF8",
      "--locale=C.UTF-8",
      "--no-sync",
    ],
    { ...owner, encoding: "utf8" },
  )
  if (status !== 0) throw new Error(`PostgreSQL could not make its folder:\n${stdout}${stderr}`)
}

/** Resolves when the server is ready. Errors: an `Error` with PostgreSQL's output if it ended. */
export async function ready(server: ChildProcess): Promise<void> {
  const printed: string[] = []
  if (!server.stderr) throw new Error("PostgreSQL was started without its output.")
  for await (const line of createInterface(server.stderr)) {
    printed.push(line)
    if (/database system is ready to accept (read-only )?connections/.test(line)) {
      server.stderr.resume()
      return
    }
  }
  throw new Error(`PostgreSQL did not start:\n${printed.join("\n")}`)
}
