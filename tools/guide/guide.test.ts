// @prove-only commands

import assert from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { get, type IncomingMessage } from "node:http"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { text } from "node:stream/consumers"
import { after, test } from "node:test"
import { freePort } from "../free-port.ts"

const root = join(import.meta.dirname, "../..")
const servers: ChildProcess[] = []
after(() => {
  for (const server of servers) server.kill("SIGKILL")
})

test("READY-09 every command of the guide works in order", async () => {
  const home = await mkdtemp(join(tmpdir(), "guide-"))
  const port = await freePort()
  const env = { ...(await environment(home)), PORT: String(port) }
  const guide = await readFile(join(root, "docs/guide.md"), "utf8")
  const blocks = [...guide.matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) => block.trim())
  assert.ok(blocks.length >= 4, "blocks of the guide")
  try {
    for (const block of blocks) {
      if (block === "npm start") servers.push(await started(home, env))
      else await run(block, home, env)
    }
    const page = await pageAt(port)
    assert.match(page, /Good to see you/)
    // "Show it to others" adds a site and loads the folder.
    const [site = ""] = /\{"host": "[^"]+", "isCustomerSite": true\}/.exec(guide) ?? []
    const [load = ""] = /npm run my-account -- load acme --allow \w+/.exec(guide) ?? []
    const file = join(home, "acme/clients/acme/client.json")
    const brand = JSON.parse(await readFile(file, "utf8"))
    brand.sites.push(JSON.parse(site))
    await writeFile(file, JSON.stringify(brand))
    await run(load, home, env)
  } finally {
    for (const server of servers) {
      server.kill("SIGTERM")
      if (server.exitCode === null) await once(server, "exit")
    }
    await rm(home, { recursive: true, force: true })
  }
})

/** The login page of the new brand. `fetch` cannot send a Host other than that of its address. */
async function pageAt(port: number): Promise<string> {
  const asked = get({ host: "127.0.0.1", port, headers: { host: `acme.localhost:${port}` } })
  const [reply] = (await once(asked, "response")) as [IncomingMessage]
  assert.equal(reply.statusCode, 200)
  return await text(reply)
}

/** The environment of an empty folder in which `npm` runs the scripts of this project. */
async function environment(home: string): Promise<NodeJS.ProcessEnv> {
  const { DATABASE_URL, SMTP_URL, INIT_CWD, ...env } = process.env
  const bin = join(home, ".bin")
  const npm = join(bin, "npm")
  await mkdir(bin)
  // npm runs a script in the project, and passes on the caller's folder.
  const script = `#!/bin/sh\nPATH=$(echo "$PATH" | sed 's|^[^:]*:||') exec npm --silent --prefix '${root}' "$@"\n`
  await writeFile(npm, script)
  await chmod(npm, 0o755)
  return {
    ...env,
    PATH: `${bin}${delimiter}${env.PATH}`,
    DATA_DIR: join(home, ".data"),
    MAILBOX_PORT: String(await freePort()),
  }
}

async function run(block: string, cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn("sh", ["-e", "-c", block], { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (child.exitCode === null) await once(child, "exit")
  assert.equal(child.exitCode, 0, `${block}\n${out}\n${err}`)
}

/** Runs `npm start` until it prints the portal's address. */
async function started(cwd: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn("npm", ["start"], { cwd, env, stdio: ["ignore", "pipe", "inherit"] })
  let out = ""
  for await (const chunk of child.stdout) {
    out += String(chunk)
    if (out.includes(`:${env.PORT}`)) {
      child.stdout.resume()
      return child
    }
  }
  throw new Error(`npm start ended:\n${out}`)
}
