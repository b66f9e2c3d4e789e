// @prove-only faults
import assert from "node:assert/strict"
import { once } from "node:events"
import { Agent, request } from "node:http"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { after, before, test } from "node:test"
import { systemClock } from "#platform/clock.ts"
import { freePort } from "#tools/free-port.ts"
import { serverScript, startProcess } from "#tools/prove/world/processes.ts"
import { runCommand } from "./command.ts"
import { demoFilling } from "./demo-database.ts"
import { type Forwarder, startForwarder } from "./forwarder.ts"
import { type Postgres, startPostgres } from "./postgres.ts"
import { openPostgresCopy } from "./postgres-copy.ts"
import { keySettings } from "./secret-key.ts"
import { sendHttp } from "./send-http.ts"

const host = "harbor.localhost"
const serverSettings = { SMTP_URL: "smtp://127.0.0.1:1", ...keySettings }

let postgres: Postgres
let databaseUrl: string
let forwarder: Forwarder
const closing: (() => Promise<unknown>)[] = []

before(async () => {
  postgres = await startPostgres()
  const database = await openPostgresCopy(postgres.url, demoFilling(systemClock))
  databaseUrl = database.url
  forwarder = await startForwarder(Number(new URL(postgres.url).port))
  closing.push(() => database.close(), forwarder.close, postgres.stop)
})

after(async () => {
  for (const close of closing) await close()
})

/** Starts a server in a separate process, with the forwarder between it and its database. */
async function startServer(settings: Record<string, string> = {}) {
  const port = await freePort()
  const all = {
    PORT: String(port),
    DATABASE_URL: through(forwarder.port),
    ...serverSettings,
    LOG_LEVEL: "silent",
    DATABASE_STATEMENT_TIMEOUT: "3",
    DATABASE_CONNECT_TIMEOUT: "3",
    ...settings,
  }
  const server = startProcess(serverScript, [], all, ["ignore", "ignore", "pipe", "ipc"])
  return { ...server, port, printed: text(server.child.stderr as NodeJS.ReadableStream) }
}

function through(port: number): string {
  const url = new URL(databaseUrl)
  url.port = String(port)
  return url.href
}

const attributes = { method: "GET", path: "/appcontent/clientAttributes", headers: {} }

async function statusOf(port: number, path: string): Promise<number> {
  return (await sendHttp(port, host, { ...attributes, path })).status
}

async function untilReady(port: number): Promise<void> {
  while ((await statusOf(port, "/readyz").catch(() => 0)) !== 200) await pause()
}

test("OUTAGE-05 a server that starts before its database waits for it and logs that", async () => {
  const away = await startForwarder(1)
  const { child, port, printed, end } = await startServer({ DATABASE_URL: through(away.port) })
  const waiting = once(child.stderr as NodeJS.ReadableStream, "data")
  assert.match(String((await waiting)[0]), /^Waiting for the database\. The database at 127/)
  assert.equal(child.exitCode, null)
  away.moveTo(Number(new URL(postgres.url).port))
  await untilReady(port)
  assert.equal(await end("SIGTERM"), 0)
  assert.doesNotMatch(await printed, /postgres:\/\//)
  await away.close()
})

test("OUTAGE-05 a wrong database name ends a server with a log line", async () => {
  const wrong = new URL(databaseUrl)
  wrong.pathname = "/nowhere"
  const settings = {
    DATABASE_URL: wrong.href,
    ...serverSettings,
  }
  const { code, err } = await runCommand("server/main.ts", [], settings)
  assert.equal(code, 1)
  assert.match(err, /^The database at 127\.0\.0\.1:\d+ .* "nowhere" does not exist\n$/)
})

test("OUTAGE-05 a command does not wait for its database, prints the address and exits with 2", async () => {
  const port = await freePort()
  const settings = {
    DATABASE_URL: `postgres://u:secret@127.0.0.1:${port}/x`,
    ...keySettings,
  }
  for (const [program = "", ...words] of [
    ["load", join(import.meta.dirname, "../demo")],
    ["staff", "list"],
    ["audit"],
    ["migrate"],
  ]) {
    const { code, err } = await runCommand(program, words, settings)
    assert.equal(code, 2, `${program}: ${err}`)
    assert.match(
      err,
      new RegExp(`^The database at 127\\.0\\.0\\.1:${port} is not available: .*\n$`),
    )
  }
})

test("OUTAGE-06 OUTAGE-07 with a frozen database /readyz answers 503, /healthz answers 200, and calls fail in the API's format", async () => {
  const { child, port, end } = await startServer()
  await untilReady(port)
  forwarder.freeze()
  // The server still answers, although the database neither answers nor closes its connections.
  while ((await statusOf(port, "/readyz")) !== 503) await pause()
  assert.equal(await statusOf(port, "/healthz"), 200)
  const answer = await sendHttp(port, host, {
    ...attributes,
    path: "/appauth/security/challenge?action=register",
  })
  const call = answer.status === 200 ? await untilRefused(port) : answer
  assert.equal(call.status, 503)
  assert.deepEqual(call.messageIds, ["server.unavailable"])
  assert.equal(call.headers["retry-after"], "5")
  forwarder.thaw()
  await untilReady(port)
  assert.equal(child.exitCode, null)
  assert.equal(await end("SIGTERM"), 0)
})

/** The server caches the state of the database for five seconds. */
async function untilRefused(port: number) {
  for (;;) {
    const answer = await sendHttp(port, host, attributes)
    if (answer.status !== 200) return answer
    await pause()
  }
}

test("OUTAGE-01 cut connections during calls and background jobs end no process", async () => {
  const { child, port, end } = await startServer()
  await untilReady(port)
  let isOver = false
  const statuses = new Set<number>()
  const calling = Array.from({ length: 8 }, async () => {
    while (!isOver) statuses.add((await untilAnswered(port)).status)
  })
  for (let n = 0; n < 100; n += 1) {
    forwarder.cut()
    await pause()
  }
  isOver = true
  await Promise.all(calling)
  await untilReady(port)
  assert.equal(child.exitCode, null)
  for (const status of statuses) assert.ok([200, 503].includes(status), String(status))
  assert.equal(await end("SIGTERM"), 0)
})

/** Makes a call with an unknown session, which needs the database each time. */
async function untilAnswered(port: number) {
  const headers = { cookie: "session=none", authorization: "Bearer none" }
  const path = "/myaccount-core/payNow"
  const answer = await sendHttp(port, host, { method: "GET", path, headers })
  return answer.status === 401 ? { ...answer, status: 200 } : answer
}

test("OUTAGE-08 SIGTERM makes a server unready first and loses no request before the listener closes", async () => {
  const { child, port, ended } = await startServer({ SHUTDOWN_DELAY: "3" })
  await untilReady(port)
  const agent = new Agent({ keepAlive: true, maxSockets: 10 })
  let isDraining = false
  let closedByServer = 0
  const answers: { status: number; body: string }[] = []
  const calling = Array.from({ length: 10 }, async () => {
    while (!isDraining) answers.push(await onKeepAliveConnection())
    // A proxy that has not noticed yet still gets answers.
    for (let n = 0; n < 20; n += 1) answers.push(await onKeepAliveConnection())
  })
  async function onKeepAliveConnection() {
    const outgoing = request({ agent, port, host: "127.0.0.1", path: attributes.path })
    outgoing.setHeader("host", `${host}:${port}`)
    outgoing.end()
    const [incoming] = await once(outgoing, "response")
    if (incoming.headers.connection === "close") closedByServer += 1
    return { status: incoming.statusCode, body: await text(incoming) }
  }
  while (answers.length < 100) await pause()
  child.kill("SIGTERM")
  while ((await statusOf(port, "/readyz")) !== 503) await pause()
  isDraining = true
  await Promise.all(calling)
  assert.ok(answers.length >= 300)
  assert.ok(closedByServer > 0)
  assert.deepEqual(
    answers.filter(({ status }) => status !== 200),
    [],
  )
  assert.equal(await ended, 0)
  agent.destroy()
})

test("OUTAGE-08 a second signal ends a server immediately", async () => {
  const { child, port, end } = await startServer({ SHUTDOWN_DELAY: "600" })
  await untilReady(port)
  child.kill("SIGTERM")
  while ((await statusOf(port, "/readyz")) !== 503) await pause()
  assert.equal(await end("SIGTERM"), 1)
})

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20))
}
