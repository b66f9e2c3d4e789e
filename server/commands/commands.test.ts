import assert from "node:assert/strict"
import { EventEmitter, once } from "node:events"
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises"
import { createConnection } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { type Database, openDatabase } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import { readConfig } from "../config/config.ts"
import { commandSocket } from "./command-socket.ts"
import { CommandStopped, type OperatorCommand } from "./operator-command.ts"
import { askServer } from "./run-operator-command.ts"
import { serveCommands } from "./serve-commands.ts"

let dataFolder: string
let database: Database
const begun = Promise.withResolvers<void>()
const mayEnd = Promise.withResolvers<void>()
const steps = new EventEmitter()

before(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "commands-"))
  database = await openDatabase({ folder: dataFolder })
})

after(async () => {
  await database.close()
  await rm(dataFolder, { recursive: true, force: true })
})

const commands: Record<string, OperatorCommand> = {
  echo: {
    usageOf: () => "echo",
    read: (typed) => async (place) => {
      place.out(`${typed.join(" ")} of ${place.user} in ${place.pathOf("here")}`)
      place.err("a warning\nof two lines")
      return 1
    },
  },
  fail: {
    usageOf: () => "fail",
    read: () => async () => {
      throw new Error("It broke.")
    },
  },
  wait: {
    usageOf: () => "wait",
    read: () => async () => {
      begun.resolve()
      await mayEnd.promise
      return 0
    },
  },
  stop: {
    usageOf: () => "stop",
    canStop: true,
    read: () => async (place) => {
      steps.emit("stop began")
      if (!place.signal.aborted) await once(place.signal, "abort")
      throw new CommandStopped("Half is done.")
    },
  },
  whole: {
    usageOf: () => "whole",
    read: () => async (place) => {
      if (!place.signal.aborted) await once(place.signal, "abort")
      place.out("done")
      return 0
    },
  },
  input: {
    usageOf: () => "input",
    read: () => async (place) => {
      place.out(place.input)
      return 0
    },
  },
}

const findCommand = async (name: string) =>
  Object.hasOwn(commands, name) ? commands[name] : undefined

async function serve(folder = dataFolder) {
  const logged: string[] = []
  const note = (data: object, text: string) => {
    logged.push(`${JSON.stringify(data)} ${text}`)
  }
  const config = readConfig({ DATA_DIR: folder })
  const log = { info: note, warn: note, error: note }
  const end = await serveCommands({ config, database, clock: systemClock, log, findCommand })
  return { end, logged }
}

async function ask(name: string, typed: string[] = [], signal?: AbortSignal, input = "") {
  const printed = { out: "", err: "" }
  const printer = {
    out: (text: string) => (printed.out += text),
    err: (text: string) => (printed.err += text),
  }
  const order = { name, typed, folder: "/home/kim", user: "kim", input }
  const code = await askServer(commandSocket(dataFolder).path, order, printer, signal)
  return { code, ...printed }
}

test("RELEASE-21 a server runs a command in its caller's folder, and returns its output and exit code", async () => {
  const { end, logged } = await serve()
  assert.deepEqual(await ask("echo", ["a secret"]), {
    code: 1,
    out: "a secret of kim in /home/kim/here",
    err: "a warning\nof two lines",
  })
  assert.deepEqual(await ask("fail"), { code: 1, out: "", err: "It broke." })
  const unknown = await ask("constructor")
  assert.equal(unknown.code, 1)
  assert.match(unknown.err, /does not know the command "constructor"\. Please restart it\./)
  assert.ok(!logged.join("\n").includes("secret"), "the log has no words of a command")
  await end()
})

test("RELEASE-22 only its owner can use the socket, which is removed when the server stops", async () => {
  const { path } = commandSocket(dataFolder)
  await writeFile(path, "left behind")
  const { end } = await serve()
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  await end()
  await assert.rejects(stat(path), { code: "ENOENT" })
  assert.equal((await ask("echo")).code, undefined)
})

test("RELEASE-22 a stopping server waits for running commands", async () => {
  const { end } = await serve()
  const asked = ask("wait")
  const idle = createConnection(commandSocket(dataFolder).path)
  await once(idle, "connect")
  idle.write("this is no order\n")
  await once(idle.resume(), "end")
  idle.destroy()
  await begun.promise
  const ended = end()
  mayEnd.resolve()
  assert.equal((await asked).code, 0)
  await ended
})

test("RELEASE-22 no input on the socket stops the server", async () => {
  const { end } = await serve()
  const odd = { toString: 1, valueOf: 1 }
  const order = { name: "echo", typed: [], folder: "/home/kim", user: "kim" }
  for (const line of [
    ...[null, 1, "echo", [], {}, odd, { ...order, name: odd }, { ...order, typed: [odd] }],
    ...[
      { ...order, typed: "a" },
      { ...order, folder: odd },
      { ...order, user: odd },
    ],
    { ...order, input: odd },
  ]) {
    const socket = createConnection(commandSocket(dataFolder).path)
    await once(socket, "connect")
    socket.write(`${JSON.stringify(line)}\n`)
    await once(socket.resume(), "end")
    socket.destroy()
  }
  assert.equal((await ask("echo")).code, 1)
  await end()
})

test("RELEASE-22 a server whose data folder has a path too long for a socket reports it, and serves without the socket", async () => {
  const deep = join(dataFolder, "x".repeat(120))
  const { end, logged } = await serve(deep)
  assert.match(
    logged.join(),
    /has \d+ bytes, and a system allows 103: set DATA_DIR to a shorter path/,
  )
  await end()
})

test("RELEASE-24 Ctrl-C stops a command that can stop, and the server completes any other", async () => {
  const { end } = await serve()
  const pressed = new AbortController()
  const began = once(steps, "stop began")
  const stopped = ask("stop", [], pressed.signal)
  await began
  pressed.abort()
  assert.deepEqual(await stopped, { code: 130, out: "", err: "Half is done." })

  const whole = ask("whole", [], AbortSignal.abort())
  assert.deepEqual(await whole, {
    code: 0,
    out: "done",
    err: "The server completes this command, which is done whole or not at all.",
  })
  await end()
})

test("RELEASE-24 a command stops when its caller disconnects or its server stops", async () => {
  const { end, logged } = await serve()
  const leaving = createConnection(commandSocket(dataFolder).path)
  const order = { name: "stop", typed: [], folder: "/", user: "kim", input: "" }
  await new Promise((done) => leaving.write(`${JSON.stringify(order)}\n`, done))
  leaving.destroy()
  while (!logged.some((line) => line.includes('"code":130'))) await new Promise(setImmediate)
  const began = once(steps, "stop began")
  const asked = ask("stop")
  const silent = createConnection(commandSocket(dataFolder).path).on("error", () => {})
  await Promise.all([once(silent, "connect"), began])
  await end()
  assert.equal((await asked).code, 130)
  silent.destroy()
})

test("RELEASE-21 a command gets the standard input of its caller", async () => {
  const { end } = await serve()
  assert.equal((await ask("input", [], undefined, "a password\n")).out, "a password\n")
  await end()
})
