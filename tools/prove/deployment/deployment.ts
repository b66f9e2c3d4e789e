import { randomBytes } from "node:crypto"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import type { IncomingHttpHeaders } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { sendHttp } from "#testing/send-http.ts"
import { freePort } from "../../free-port.ts"
import { NotRunError, type Part } from "../part.ts"
import { onPostgres, servingUrlOf } from "../world/postgres.ts"
import { runImage, startImage, writeRootfs, wrongFiles } from "./image.ts"
import { type RunningProxy, startNginx } from "./nginx.ts"
import { copyProject, runIn } from "./project-copy.ts"
import { isReady } from "./ready.ts"

const site = "harbor.localhost"
const other = "wayfarer.localhost"
/** A host of the proxy that no load has named. */
const unloaded = "unloaded.localhost"

/**
 * Creates the file system of the production image and runs its server as a container would: without
 * privileges, on a read-only root, behind nginx with TLS.
 */
export const deployment: Part = async ({ log }) => {
  if (process.getuid?.() !== 0) throw new NotRunError("it needs root to change the root folder")
  const folder = mkdtempSync(join(tmpdir(), "prove-deployment-"))
  const [project, root] = [join(folder, "project"), join(folder, "root")]
  try {
    mkdirSync(project)
    copyProject(project)
    writeRootfs(project, root)
    const wrong = wrongFiles(root, log)
    const served = await onPostgres((databaseUrl) => proveImage(folder, databaseUrl))
    return [...wrong, ...served]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function proveImage(folder: string, databaseUrl: string): Promise<string[]> {
  const root = join(folder, "root")
  const port = await freePort()
  const settings = {
    NODE_ENV: "production",
    DATA_DIR: "/data",
    DATABASE_URL: await servingUrlOf(databaseUrl),
    MIGRATE_DATABASE_URL: databaseUrl,
    SECRET_KEY: randomBytes(32).toString("base64"),
    AUDIT_KEY: randomBytes(32).toString("base64"),
    SMTP_URL: "smtps://127.0.0.1:1",
    ALLOW_UNSAFE: "sandbox",
    PORT: String(port),
    LISTEN_ON: "127.0.0.1",
    TRUST_PROXY: "127.0.0.1",
    SHUTDOWN_DELAY: "0",
  }
  const loaded = runImage(root, ["/app/commands/my-account.ts", "load", "/app/demo"], settings)
  if (loaded !== 0) return [`loading the demo ended with code ${loaded}`]
  // The image's own folder ends with its process, so a load outside of it writes the pages for the proxy.
  runIn(join(root, "app"), process.execPath, ["commands/my-account.ts", "load", "demo"], {
    ...settings,
    DATA_DIR: join(folder, "data"),
    OUTAGE_PAGES: join(folder, "www", "sites"),
  })
  const isHealthy = () => runImage(root, ["/app/deploy/healthcheck.mjs"], settings) === 0
  const wrong = isHealthy() ? ["the health check passes without a server"] : []

  const { server, ended } = startImage(root, settings)
  try {
    if (!(await isReady(port, site, () => server.exitCode !== null))) {
      return [...wrong, "the server did not get ready"]
    }
    if (!isHealthy()) wrong.push("the health check fails on a server that serves")
    const hosts = [site, other, unloaded]
    const proxy = await startNginx(join(folder, "project"), folder, { serverPort: port, hosts })
    try {
      wrong.push(...(await wrongThroughProxy(proxy)))
      wrong.push(...(await wrongWithSlowSenders(proxy)))
      server.kill("SIGTERM")
      const [code] = await ended
      if (code !== 0) wrong.push(`the server ended with code ${code}`)
      wrong.push(...(await wrongOutagePages(proxy)))
    } finally {
      await proxy.stop()
    }
    return wrong
  } finally {
    server.kill("SIGKILL")
  }
}

/** Checks the page of each site without a server: the brand's, or the page for all others. */
async function wrongOutagePages(proxy: RunningProxy): Promise<string[]> {
  const brands = {
    [site]: "Harbor Mutual",
    [other]: "Wayfarer Assistance",
    [unloaded]: "Our phone number is on your bill",
  }
  const wrong: string[] = []
  for (const [host, text] of Object.entries(brands)) {
    const away = await proxy.get(host, "/dashboard")
    if (!isHardened(away.headers)) wrong.push(`the page of an outage at ${host} lacks headers`)
    if (!String(away.headers["content-type"]).startsWith("text/html")) {
      wrong.push(`the page of an outage at ${host} is ${away.headers["content-type"]}`)
    }
    const isPage = away.text.includes("Please try again in a few minutes")
    if (away.status !== 502 || !isPage || !away.text.includes(text)) {
      wrong.push(`without a server, ${host} answers ${away.status}: ${away.text.slice(0, 80)}`)
    }
  }
  return wrong
}

function isHardened(headers: IncomingHttpHeaders): boolean {
  const policy = String(headers["content-security-policy"])
  return (
    headers["strict-transport-security"] === "max-age=31536000; includeSubDomains" &&
    headers["x-content-type-options"] === "nosniff" &&
    policy.startsWith("default-src 'none'") &&
    policy.includes("frame-ancestors 'none'")
  )
}

/**
 * Checks slow senders: more than the proxy's limit for one address are cut off, and below the limit
 * everyone is served.
 */
async function wrongWithSlowSenders(proxy: RunningProxy): Promise<string[]> {
  const status = async () => (await proxy.get(site, "/")).status
  const few = proxy.hold(site, 50)
  const withFew = await status()
  const more = proxy.hold(site, 50)
  const isLimited = await becomes(429, status)
  few()
  more()
  const isOverAfter = await becomes(200, status)
  return [
    ...(withFew === 200 ? [] : [`with 50 slow senders the proxy answers ${withFew}`]),
    ...(isLimited ? [] : ["100 slow senders of one address keep no one out"]),
    ...(isOverAfter ? [] : ["the proxy keeps an address out whose slow senders are gone"]),
  ]
}

/** Polls until the status has this value; false if it never does. */
async function becomes(wanted: number, status: () => Promise<unknown>): Promise<boolean> {
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await status()) === wanted) return true
    await sleep(50)
  }
  return false
}

async function wrongThroughProxy(proxy: RunningProxy): Promise<string[]> {
  const page = await proxy.get(site, "/")
  const forged = await proxy.get(site, "/", { headers: { "x-forwarded-host": other } })
  const [script = "/"] = /\/assets\/[^"]+\.js/.exec(page.text) ?? []
  const asset = await proxy.get(site, script)
  const metrics = await proxy.get(site, "/metrics")
  const large = await proxy.get(site, "/", { body: "x".repeat(200_000) })
  const inTheClear = async (method: string, path: string) =>
    await sendHttp(proxy.plainPort, site, { method, path, headers: { host: site } })
  const plain = await inTheClear("GET", "/dashboard")
  const plainCall = await inTheClear("GET", "/appcontent/clientAttributes")
  const plainPost = await inTheClear("POST", "/dashboard")
  await proxy.get(site, "/reset-password/secret-ticket?a=secret-query")
  const cookies = [page.headers["set-cookie"] ?? []].flat()
  const checks = {
    "the login page answers 200 over TLS": page.status === 200,
    "the login page names its brand": page.text.includes("Harbor Mutual"),
    "the page asks for HTTPS from now on":
      page.headers["strict-transport-security"]?.includes("max-age=") === true,
    "every cookie is Secure": cookies.every((cookie) => /; Secure/i.test(cookie)),
    "a forged X-Forwarded-Host changes nothing": forged.text.includes("Harbor Mutual"),
    "the script of the login page answers 200": script !== "/" && asset.status === 200,
    "the proxy hides /metrics": metrics.status === 404,
    "a body that is too large is refused": large.status === 413,
    "the proxy's own replies have the headers of the server's":
      isHardened(large.headers) && isHardened(metrics.headers),
    "each of these headers comes once": !String(page.headers["strict-transport-security"]).includes(
      ",",
    ),
    "a call over plain HTTP is refused, and not led to HTTPS":
      plainCall.status === 403 && plainPost.status === 403,
    "the proxy's log has the first part of each path alone":
      proxy.log().includes('"GET /reset-password" 200') && !proxy.log().includes("secret"),
    "plain HTTP leads to HTTPS":
      plain.status === 301 && plain.headers.location === `https://${site}/dashboard`,
  }
  return Object.entries(checks).flatMap(([what, holds]) => (holds ? [] : [`not so: ${what}`]))
}
