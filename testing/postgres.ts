import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chownSync, globSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { freePort } from "#tools/free-port.ts"
import { installDebianPackages } from "./debian-packages.ts"

export interface Postgres {
  /** Of its superuser, on the database `postgres`. */
  url: string
  version: string
  stop(): Promise<void>
}

/** How PostgreSQL itself keeps what it was told; for data that nobody will miss, none of it. */
const forThrowAway = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: "200",
}

/**
 * Starts a PostgreSQL of its own, in a temporary folder and on a free port, from the installed
 * program or, failing that, Debian's package. It is gone with all its data after `stop()`.
 *
 * Errors: an `Error` that says what to install, or what PostgreSQL printed.
 */
export async function startPostgres(
  settings: Record<string, string> = forThrowAway,
): Promise<Postgres> {
  const { programs, owner } = postgresPrograms()
  const folder = mkdtempSync(join(tmpdir(), "test-postgres-"))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, "data")
  initialise(data)

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

/** Where PostgreSQL's programs are, and the user to run them as; installs Debian's package if need be. */
export function postgresPrograms() {
  return { programs: findPrograms() ?? installed(), owner: unprivilegedUser() }
}

/** Starts PostgreSQL over a folder that was made; `ready` says when it takes connections. */
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
    // In a group of its own: Ctrl-C in the terminal is for the process that calls `stop`.
    { ...owner, cwd: folder, detached: true, stdio: ["ignore", "ignore", "pipe"] },
  )
}

/** Folder of the newest PostgreSQL of this machine; Debian keeps its server programs off the PATH. */
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

/** PostgreSQL refuses to run as root; Debian's package makes a user for it. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) =>
    Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout)
  return { uid: idOf("-u"), gid: idOf("-g") }
}

/** Makes the folder of a PostgreSQL that trusts everybody on this machine. */
export function initialise(data: string): void {
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

/** Errors: an `Error` with what PostgreSQL printed, when it ended instead. */
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
