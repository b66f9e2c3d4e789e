import { createConnection, type Socket } from "node:net"
import { createInterface } from "node:readline"
import type { Answer, Order } from "./command-socket.ts"
import type { Printer } from "./operator-command.ts"

/**
 * Lets the server behind this socket run a command, and prints what it prints. `signal` asks the
 * server to stop it.
 *
 * Returns the exit code; undefined if no server listens there. Errors: an `Error` if the server
 * ended before the command did, or if the socket belongs to another user.
 */
export async function askServer(
  path: string,
  order: Order,
  { out, err }: Printer,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const socket = await connect(path)
  if (!socket) return undefined
  socket.on("error", () => {})
  socket.write(`${JSON.stringify(order)}\n`)
  const stop = () => socket.write("stop\n")
  if (signal?.aborted) stop()
  else signal?.addEventListener("abort", stop, { once: true })
  for await (const line of createInterface({ input: socket })) {
    const part = JSON.parse(line) as Answer
    if ("out" in part) out(part.out)
    else if ("err" in part) err(part.err)
    else {
      socket.end()
      return part.code
    }
  }
  throw new Error("The server ended before the command did. Please check what it has done.")
}

async function connect(path: string): Promise<Socket | undefined> {
  return await new Promise((done, fail) => {
    const socket = createConnection(path)
    socket.once("connect", () => done(socket))
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ECONNREFUSED") done(undefined)
      else if (error.code === "EACCES") {
        fail(new Error(`Only the user who runs the server may use ${path}.`, { cause: error }))
      } else fail(error)
    })
  })
}
