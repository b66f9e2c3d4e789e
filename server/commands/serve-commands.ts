import { chmod, rm } from "node:fs/promises"
import { createServer, type Server, type Socket } from "node:net"
import { resolve } from "node:path"
import { createInterface } from "node:readline"
import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import type { Log } from "#services/deps.ts"
import type { Config } from "../config/config.ts"
import { type Answer, commandSocket, type Order } from "./command-socket.ts"
import { type OperatorCommands, type Printer, runWork } from "./operator-command.ts"

interface Served {
  config: Config
  database: Database
  clock: Clock
  log: Log
  commands: OperatorCommands
}

/**
 * Takes commands of the operator on a socket in the data folder, because this process holds the
 * database alone. Only the owner of the folder can connect. A socket that another process left
 * behind is replaced: the caller holds the folder's lock.
 *
 * Returns a function that ends it, once the commands that began have ended. A path that is too long
 * is logged; the server serves without the socket.
 */
export async function serveCommands(served: Served): Promise<() => Promise<void>> {
  const { path, problem } = commandSocket(served.config.dataFolder)
  if (problem !== undefined) {
    served.log.error({}, `Commands cannot reach this server. ${problem}`)
    return async () => {}
  }
  const working = new Set<Promise<void>>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const work = answer(socket, served).finally(() => working.delete(work))
    working.add(work)
  })
  await rm(path, { force: true })
  await listen(server, path)
  return async () => {
    const closed = new Promise((done) => server.close(done))
    await Promise.all(working)
    await closed
    await rm(path, { force: true })
  }
}

/** Listens on a socket that its owner alone may use, from the moment that it exists. */
async function listen(server: Server, path: string): Promise<void> {
  const before = process.umask(0o177)
  const listening = new Promise<void>((done, fail) => {
    server.once("error", fail).listen(path, done)
  })
  process.umask(before)
  await listening
  await chmod(path, 0o600)
}

async function answer(socket: Socket, served: Served): Promise<void> {
  // The person may end the command at any time. Its work goes on to its end.
  socket.on("error", () => {})
  const send = (part: Answer) => {
    if (socket.writable) socket.write(`${JSON.stringify(part)}\n`)
  }
  const place: Printer = { out: (text) => send({ out: text }), err: (text) => send({ err: text }) }
  const order = await readOrder(socket)
  if (order) send({ code: await carryOut(order, place, served) })
  socket.end()
}

async function carryOut(
  { name, typed, folder, user }: Order,
  place: Printer,
  { commands, config, database, clock, log }: Served,
): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    place.err(`The running server does not know the command "${name}". Please restart it.`)
    return 1
  }
  const began = performance.now()
  const code = await runWork(command, typed, place, (work) =>
    work({ ...place, config, database, clock, user, pathOf: (path) => resolve(folder, path) }),
  )
  const milliseconds = Math.round(performance.now() - began)
  log.info({ command: name, code, milliseconds }, "A command of the operator ran.")
  return code
}

/** The first line. Undefined if the connection ends before, or if it is no order. */
async function readOrder(socket: Socket): Promise<Order | undefined> {
  for await (const line of createInterface({ input: socket })) {
    try {
      return JSON.parse(line) as Order
    } catch {
      return undefined
    }
  }
  return undefined
}
