import { spawn } from "node:child_process"
import { once } from "node:events"
import { globSync } from "node:fs"
import { text } from "node:stream/consumers"

/** A program of PostgreSQL's own client package. */
export type Program = "pg_dump" | "pg_restore"

/**
 * Runs the newest such program on this machine with the database at `url`, until it ends. It gets
 * the password in its environment, never on its command line.
 *
 * Errors: an `Error` with one line for the operator, if the program is missing or older than the
 * database, or with its last output.
 */
export async function runProgram(
  name: Program,
  url: string,
  parameters: readonly string[],
  databaseVersion: number,
): Promise<void> {
  const newest = await findNewest(name)
  const needed = Math.floor(databaseVersion / 10_000)
  if (!newest) throw new Error(`${name} is missing. ${packageOf(needed)}`)
  if (newest.version < needed) {
    throw new Error(
      `${newest.path} is of PostgreSQL ${newest.version} and the database of ${needed}. ${packageOf(needed)}`,
    )
  }
  const { address, secrets } = connectionOf(url)
  const { code, err } = await run(newest.path, [...parameters, `--dbname=${address}`], secrets)
  if (code !== 0) throw new Error(`${name} failed: ${lastLines(err)}`)
}

const packageOf = (version: number) =>
  `Install PostgreSQL's client programs of version ${version} or later (Debian: postgresql-client-${version}).`

/** Debian installs several versions of these programs in parallel. */
async function findNewest(name: Program) {
  const debian = globSync(`/usr/lib/postgresql/*/bin/${name}`)
  const found: { path: string; version: number }[] = []
  for (const path of [...debian, name]) {
    const told = await run(path, ["--version"], {}).catch(() => undefined)
    const version = Number(/\(PostgreSQL\) (\d+)/.exec(told?.out ?? "")?.[1])
    if (version > 0) found.push({ path, version })
  }
  return found.sort((one, other) => other.version - one.version)[0]
}

/**
 * The address in the format of PostgreSQL's programs, without its password, and the secrets for
 * their environment.
 */
function connectionOf(url: string): { address: string; secrets: Record<string, string> } {
  const address = new URL(url)
  const secrets: Record<string, string> = {}
  if (address.password !== "") secrets.PGPASSWORD = decodeURIComponent(address.password)
  address.password = ""
  const { searchParams: parameters } = address
  // These parameters are specific to Node's driver.
  for (const word of ["ssl", "uselibpqcompat"]) parameters.delete(word)
  const password = parameters.get("password")
  if (password !== null) secrets.PGPASSWORD = password
  parameters.delete("password")
  // Node finds the system's certificate authorities; these programs need an explicit setting.
  const isVerified = parameters.get("sslmode") === "verify-full"
  if (isVerified && !parameters.has("sslrootcert") && !process.env.PGSSLROOTCERT) {
    secrets.PGSSLROOTCERT = "system"
  }
  return { address: address.href, secrets }
}

async function run(path: string, parameters: string[], secrets: Record<string, string>) {
  const { PATH, HOME, PGSSLROOTCERT } = process.env
  const env = { PATH, HOME, ...(PGSSLROOTCERT && { PGSSLROOTCERT }), LC_ALL: "C", ...secrets }
  const child = spawn(path, parameters, { env, stdio: ["ignore", "pipe", "pipe"] })
  const printed = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await once(child, "close")) as [number | null]
  const [out, err] = await printed
  return { code, out, err }
}

/** The last lines of a program's output, joined into one. */
function lastLines(printed: string): string {
  const lines = printed.split("\n").filter((line) => line !== "")
  return lines.slice(-3).join(" ") || "it was ended."
}
