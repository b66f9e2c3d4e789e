import { spawn } from "node:child_process"
import { once } from "node:events"
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { installDebianPackages } from "#testing/debian-packages.ts"
import { postgresPrograms } from "#testing/postgres.ts"
import { freePort } from "#tools/free-port.ts"
import { NotRunError } from "../part.ts"

const program = "/usr/sbin/pgbouncer"
/** The number of connections that a server opens by default. */
const connectionsOfDatabase = 10

export interface PgBouncer {
  /** The address of the database `postgres` through the pooler. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts Debian's PgBouncer in transaction mode in front of the PostgreSQL at `url`. Each
 * transaction, or statement outside of one, gets the connection that has been idle longest, so that
 * a session never gets its own connection again while others work.
 *
 * Errors: `NotRunError` if the package cannot be installed.
 */
export async function startPgBouncer(url: string): Promise<PgBouncer> {
  ensureProgram()
  const { owner } = postgresPrograms()
  const folder = mkdtempSync(join(tmpdir(), "pgbouncer-"))
  const port = await freePort()
  const settings = join(folder, "pgbouncer.ini")
  writeFileSync(settings, settingsFor(url, port))
  if (owner) for (const path of [folder, settings]) chownSync(path, owner.uid, owner.gid)
  const pooler = spawn(program, [settings], {
    ...owner,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  })
  const printed: string[] = []
  for await (const line of createInterface(pooler.stderr)) {
    printed.push(line)
    if (line.includes("process up")) break
  }
  pooler.stderr.resume()
  if (!printed.at(-1)?.includes("process up")) {
    throw new Error(`PgBouncer did not start:\n${printed.join("\n")}`)
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      if (pooler.exitCode === null && pooler.kill("SIGTERM")) await once(pooler, "exit")
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function ensureProgram(): void {
  try {
    if (!existsSync(program)) installDebianPackages("pgbouncer")
  } catch (error) {
    throw new NotRunError((error as Error).message, { cause: error })
  }
}

function settingsFor(url: string, port: number): string {
  const behind = new URL(url)
  return `[databases]
* = host=${behind.hostname} port=${behind.port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connectionsOfDatabase}
max_client_conn = 1000
server_round_robin = 1
server_idle_timeout = 10
ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout
`
}
