import { chmod, rm } from "node:fs/promises"
import { createServer, type Server, type Socket } from "node:net"
import { resolve } from "node:path"
import { createInterface } from "node:readline"
import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import type { Log } from "#services/deps.ts"
import type { Config } from "../config/config.ts"
import {
  type CommandAnswer,
  type CommandOrder,
  commandSocket,
  orderShape,
} from "./command-socket.ts"
import {
  type FindCommand,
  type OperatorCommand,
  type Printer,
  runWork,
  type Workplace,
} from "./operator-command.ts"

interface Served {
  config: Config
  database: Database
  clock: Clock
  log: Log
  findCommand: FindCommand
}

/**
 * Accepts operator commands on a socket in the data folder, because only this process can open the
 * database. Only the owner of the folder can connect. A leftover socket of another process is
 * replaced: the caller holds the folder's lock.
 *
 * Returns a function that closes the socket after the running commands have stopped or ended. A
 * path that is too long is logged, and the server serves without the socket.
 */
export async function serveCommands(served: Served): Promise<() => Promise<void>> {
  const { path, problem } = commandSocket(served.config.dataFolder)
  if (problem !== undefined) {
    served.log.error({}, `Commands cannot reach this server. ${problem}`)
    return async () => {}
  }
  const working = new Set<Promise<void>>()
  const ending = new AbortController()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const work = answer(socket, served, ending.signal)
      .catch((error: unknown) => {
        // One caller's fault ends only their connection, and never the server.
        served.log.error({ err: error }, "A command of the operator failed.")
        socket.destroy()
      })
      .finally(() => working.delete(work))
    working.add(work)
  })
  await rm(path, { force: true })
  await listen(server, path)
  return async () => {
    ending.abort()
    const closed = new Promise((done) => server.close(done))
    await Promise.all(working)
    await closed
    await rm(path, { force: true })
  }
}

/** Listens on a socket that only its owner may use, from its creation on. */
async function listen(server: Server, path: string): Promise<void> {
  const before = process.umask(0o177)
  const listening = new Promise<void>((done, fail) => {
    server.once("error", fail).listen(path, done)
  })
  process.umask(before)
  await listening
  await chmod(path, 0o600)
}

async function answer(socket: Socket, served: Served, ending: AbortSignal): Promise<void> {
  // The person may disconnect at any time, for example by closing the terminal.
  socket.on("error", () => {})
  const left = new AbortController()
  const signal = AbortSignal.any([left.signal, ending])
  for (const name of ["end", "close"]) socket.once(name, () => left.abort())
  const send = (part: CommandAnswer) => {
    if (socket.writable) socket.write(`${JSON.stringify(part)}\n`)
  }
  const place: Printer = { out: (text) => send({ out: text }), err: (text) => send({ err: text }) }
  const order = orderOf(await firstLine(socket, signal, () => left.abort()))
  if (order) {
    const command = await served.findCommand(order.name)
    whenAborted(left.signal, () => {
      if (command?.canStop) return
      place.err("The server completes this command, which is done whole or not at all.")
    })
    send({ code: await carryOut(order, command, { ...place, signal }, served) })
  }
  socket.end()
}

/**
 * The first line; undefined if the signal comes first. `onMore` is called for each further line.
 */
async function firstLine(
  socket: Socket,
  signal: AbortSignal,
  onMore: () => void,
): Promise<string | undefined> {
  const first = Promise.withResolvers<string | undefined>()
  let isRead = false
  createInterface({ input: socket }).on("line", (line) => {
    if (isRead) onMore()
    isRead = true
    first.resolve(line)
  })
  whenAborted(signal, () => first.resolve(undefined))
  return await first.promise
}

function whenAborted(signal: AbortSignal, work: () => void): void {
  if (signal.aborted) work()
  else signal.addEventListener("abort", work)
}

async function carryOut(
  { name, typed, folder, user, input }: CommandOrder,
  command: OperatorCommand | undefined,
  place: Printer & Pick<Workplace, "signal">,
  { config, database, clock, log }: Served,
): Promise<number> {
  if (!command) {
    place.err(`The running server does not know the command "${name}". Please restart it.`)
    return 1
  }
  const began = performance.now()
  const pathOf = (path: string) => resolve(folder, path)
  const whole = { ...place, config, database, clock, user, input, pathOf }
  const code = await runWork(command, typed, place, (work) => work(whole))
  const milliseconds = Math.round(performance.now() - began)
  log.info({ command: name, code, milliseconds }, "A command of the operator ran.")
  return code
}

/** The order in a line; undefined if the line is not a valid one. */
function orderOf(line = ""): CommandOrder | undefined {
  try {
    return orderShape.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}
