import { spawn } from "node:child_process"
import { once } from "node:events"
import { dirname, join } from "node:path"
import { postgresPrograms } from "#testing/postgres.ts"

/**
 * Copies the PostgreSQL at this port into the folder `data`, which then starts as its streaming
 * standby with this name.
 */
export async function copyPrimary(port: number, data: string, name: string): Promise<void> {
  const { programs, owner } = postgresPrograms()
  const source = `host=127.0.0.1 port=${port} user=postgres application_name=${name}`
  const flags = ["-D", data, "-d", source, "-X", "stream", "-R", "-c", "fast", "--no-sync"]
  // Asynchronous, because a forwarder may run in this process.
  const copying = spawn(join(programs, "pg_basebackup"), flags, {
    ...owner,
    cwd: dirname(data),
    stdio: ["ignore", "ignore", "inherit"],
  })
  const [code] = await once(copying, "exit")
  if (code !== 0)
    throw new Error(`The standby could not be made: pg_basebackup ended with ${code}.`)
}
