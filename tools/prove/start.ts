import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sendHttp } from "#testing/send-http.ts"
import { freePort } from "../free-port.ts"
import { copyTrackedFiles, plainEnvironment } from "./deployment/project-copy.ts"
import type { Part } from "./part.ts"

const sites = ["harbor.localhost", "wayfarer.localhost", "trades.localhost", "support.localhost"]

/**
 * Checks that a bare clone starts with `npm start` alone: it installs, builds, loads the demo and
 * serves each site.
 */
export const start: Part = async ({ log }) => {
  const folder = mkdtempSync(join(tmpdir(), "prove-start-"))
  try {
    copyTrackedFiles(folder)
    return await startIn(folder, log)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startIn(folder: string, log: (line: string) => void): Promise<string[]> {
  const ports = { PORT: await freePort(), MAILBOX_PORT: await freePort() }
  const begun = performance.now()
  const started = spawn("npm", ["start"], {
    cwd: folder,
    env: {
      ...plainEnvironment(),
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    },
    // A separate process group, so that the signal reaches all of it, like Ctrl-C in a terminal.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  })
  const ended = once(started, "close")
  let printed = ""
  const ready = Promise.withResolvers<void>()
  for (const stream of [started.stdout, started.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => {
      printed += part
      if (printed.includes("Ctrl-C ends it")) ready.resolve()
    })
  }
  const group = -(started.pid ?? 0)
  try {
    await Promise.race([ready.promise, ended])
    if (!printed.includes("Ctrl-C ends it")) return [`npm start ended instead:\n${printed}`]
    log(`ready after ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
    const wrong = await wrongAnswers(ports)
    process.kill(group, "SIGINT")
    const [code] = await ended
    return code === 0 ? wrong : [...wrong, `npm start ended with ${code}:\n${printed}`]
  } finally {
    if (started.exitCode === null && started.signalCode === null) process.kill(group, "SIGKILL")
  }
}

async function wrongAnswers(ports: { PORT: number; MAILBOX_PORT: number }): Promise<string[]> {
  const get = (port: number, host: string, path: string) =>
    sendHttp(port, host, { method: "GET", path, headers: {} })
  const wrong: string[] = []
  for (const site of sites) {
    const page = await get(ports.PORT, site, "/")
    const [script = ""] = /\/assets\/[^"]+\.js/.exec(page.text) ?? []
    const asset = await get(ports.PORT, site, script)
    if (page.status !== 200 || !page.text.includes("<h1")) wrong.push(`${site} shows no page`)
    if (script === "" || asset.status !== 200) wrong.push(`${site} serves no script`)
  }
  const mailbox = await get(ports.MAILBOX_PORT, "localhost", "/messages")
  if (mailbox.text !== "[]") wrong.push(`the mailbox answers ${mailbox.status} ${mailbox.text}`)
  return wrong
}
