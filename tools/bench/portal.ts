import { type ChildProcess, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { loadFolder } from "#commands/load/load-folder.ts"
import { analyze } from "#database/analyze.ts"
import { migrate } from "#database/migrating/migrate.ts"
import { type Database, openDatabase } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import { openAudit } from "#server/adapters/audit.ts"
import { openPasswords } from "#server/adapters/passwords.ts"
import { readConfig } from "#server/config/config.ts"
import { memorySettings } from "#server/config/memory.ts"
import type { Passwords } from "#services/identity/credentials/password.ts"
import { startPostgres } from "#testing/postgres.ts"
import { freePort } from "../free-port.ts"
import { end, startScript, untilReady } from "./processes.ts"

export interface Portal extends AsyncDisposable {
  port: number
  process: ChildProcess
  databaseUrl: string
  secretKey: string
  /** Starts one more server on the same database. It ends with the portal. */
  another(): Promise<{ port: number; process: ChildProcess }>
}

/**
 * Starts the server as in production, on a separate PostgreSQL with the demo's data and the rows
 * that `fill` adds. PostgreSQL is durable, vacuums, and has statistics of these rows. `settings`
 * are further settings of PostgreSQL, and `env` of the server.
 */
export async function startPortal({
  smtpUrl,
  fill,
  settings = {},
  env,
}: {
  smtpUrl: string
  fill: (database: Database, passwords: Passwords) => Promise<void>
  settings?: Record<string, string>
  env?: Record<string, string>
}): Promise<Portal> {
  await using stack = new AsyncDisposableStack()
  const postgres = await startPostgres(settings)
  stack.defer(() => postgres.stop())
  const keys = { SECRET_KEY: newKey(), AUDIT_KEY: newKey() }
  await load(postgres.url, keys, fill)

  const settingsAt = (port: number) => ({
    DATABASE_URL: postgres.url,
    NODE_ENV: "production",
    // The bare server logs no request either.
    LOG_LEVEL: "warn",
    LISTEN_ON: "127.0.0.1",
    PORT: String(port),
    SITE_ADDRESS: `http://{host}:${port}`,
    SMTP_URL: smtpUrl,
    // The measured calls charge no one, and staff log in with a password alone.
    ALLOW_UNSAFE: "sandbox,http,staff-password",
    ...keys,
    ...env,
  })
  const servers = new AsyncDisposableStack()
  async function another() {
    const port = await freePort()
    const server = startServer(settingsAt(port))
    servers.defer(() => end(server))
    await untilReady(server, `http://127.0.0.1:${port}/readyz`)
    return { port, process: server }
  }
  stack.use(servers)
  const first = await another()
  const started = stack.move()
  return {
    ...first,
    another,
    databaseUrl: postgres.url,
    secretKey: keys.SECRET_KEY,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

/** Starts the server with the memory settings of docs/run/servers.md. */
function startServer(settings: Record<string, string>): ChildProcess {
  const { flags, env, compileCache } = memorySettings
  const [name, folder] = compileCache
  const all = { ...env, [name]: join("node_modules/.cache", folder), ...settings }
  // Only a later start finds compiled code.
  spawnSync(process.execPath, [...flags, "server/main.ts", "--help"], {
    env: { ...process.env, ...all },
    stdio: "ignore",
  })
  return startScript("server/main.ts", all, [], flags)
}

async function load(
  url: string,
  keys: Record<string, string>,
  fill: (database: Database, passwords: Passwords) => Promise<void>,
): Promise<void> {
  const database = await openDatabase({ url })
  try {
    await migrate(database)
    const config = readConfig(keys)
    const passwords = openPasswords(config)
    const audit = openAudit(config, systemClock)
    await loadFolder(database, "demo", { clock: systemClock, audit, passwords })
    await fill(database, passwords)
    await analyze(database)
  } finally {
    await database.close()
  }
}

function newKey(): string {
  return randomBytes(32).toString("base64")
}
