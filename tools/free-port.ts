import { randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:net"

/** These ports are below the ones that Linux, macOS and Windows assign to outgoing connections. */
const ports = [10_000, 32_768] as const

/**
 * A free port, for programs that cannot choose one themselves. An outgoing connection cannot take it
 * before the program listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...ports)
    const server = createServer().listen(port, "127.0.0.1")
    const isFree = await once(server, "listening").then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "EADDRINUSE") throw error
        return false
      },
    )
    server.close()
    if (isFree) return port
  }
}
