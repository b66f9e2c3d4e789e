import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sendHttp } from "#testing/send-http.ts"
import { freePort } from "../free-port.ts"
import { copyProject, plainEnvironment, runIn } from "./deployment/project-copy.ts"
import { isReady } from "./deployment/ready.ts"
import type { Part } from "./part.ts"
import { onPostgres, servingUrlOf } from "./world/postgres.ts"

const site = "harbor.localhost"

/** Installs a copy of the project with `npm ci --omit=dev` and runs it as in production. */
export const production: Part = async ({ log }) => {
  const folder = mkdtempSync(join(tmpdir(), "prove-production-"))
  try {
    copyProject(folder)
    runIn(folder, "npm", ["ci", "--omit=dev", "--prefer-offline"])
    const wrong = developmentPackagesIn(folder)
    log(`${installedIn(folder).length} packages`)
    return [...wrong, ...(await onPostgres((databaseUrl) => proveServer(folder, databaseUrl)))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function installedIn(folder: string): [string, { dev?: boolean }][] {
  const list = readFileSync(join(folder, "node_modules", ".package-lock.json"), "utf8")
  return Object.entries((JSON.parse(list) as { packages: Record<string, object> }).packages)
}

function developmentPackagesIn(folder: string): string[] {
  const found = installedIn(folder).filter(([, { dev }]) => dev === true)
  return found.map(([path]) => `${path} is installed, and only development needs it`)
}

async function proveServer(folder: string, databaseUrl: string): Promise<string[]> {
  const port = await freePort()
  const settings = {
    NODE_ENV: "production",
    DATABASE_URL: await servingUrlOf(databaseUrl),
    MIGRATE_DATABASE_URL: databaseUrl,
    SECRET_KEY: randomBytes(32).toString("base64"),
    AUDIT_KEY: randomBytes(32).toString("base64"),
    SITE_ADDRESS: "https://{host}",
    SMTP_URL: "smtps://127.0.0.1:1",
    // No payment is made, so Stripe is not called.
    PAYMENT_GATEWAY: "stripe",
    STRIPE_SECRET_KEY: "sk_test_unused",
    STRIPE_PUBLISHABLE_KEY: "pk_test_unused",
    STRIPE_WEBHOOK_SECRET: "whsec_unused",
    PORT: String(port),
    LISTEN_ON: "127.0.0.1",
    SHUTDOWN_DELAY: "0",
  }
  runIn(folder, "npm", ["run", "load", "--", "demo"], settings)
  runIn(folder, "npm", ["run", "staff", "--", "list"], settings)

  const server = spawn("npm", ["run", "serve"], {
    cwd: folder,
    env: { ...plainEnvironment(), ...settings },
    stdio: ["ignore", "ignore", "inherit"],
  })
  const ended = once(server, "exit")
  try {
    const wrong = await proveAnswers(port, () => server.exitCode !== null)
    server.kill("SIGTERM")
    const [code] = await ended
    return [
      ...wrong,
      ...(code === 0 ? [] : [`the server ended with code ${code}`]),
      // A command of an installation must not need development packages.
      ...developmentPackagesIn(folder),
    ]
  } finally {
    server.kill("SIGKILL")
  }
}

async function proveAnswers(port: number, hasEnded: () => boolean): Promise<string[]> {
  const get = (path: string) => sendHttp(port, site, { method: "GET", path, headers: {} })
  if (!(await isReady(port, site, hasEnded))) return ["the server did not get ready"]
  const health = await get("/healthz")
  const page = await get("/")
  const [script = "/"] = /\/assets\/[^"]+\.js/.exec(page.text) ?? []
  const asset = await get(script)
  const checks = {
    "GET /healthz answers 200": health.status === 200,
    "the login page answers 200": page.status === 200,
    "the login page names its brand": page.text.includes("Harbor Mutual"),
    "the script of the login page answers 200": script !== "/" && asset.status === 200,
  }
  return Object.entries(checks).flatMap(([what, holds]) => (holds ? [] : [`not so: ${what}`]))
}
