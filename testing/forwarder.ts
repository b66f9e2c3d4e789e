import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

export interface Forwarder {
  port: number
  /** Ends the open connections, and forwards new ones to this port. */
  moveTo(port: number): void
  /** Ends every open connection; returns how many. */
  cut(): number
  /** Forwards nothing in either direction until `thaw`, like a database that hangs. */
  freeze(): void
  thaw(): void
  /** Forwards requests but drops all answers on the open connections. */
  dropAnswers(): void
  close(): Promise<void>
}

/**
 * Listens at a local address, and forwards to a server that can be replaced, like a managed
 * service.
 */
export async function startForwarder(to: number): Promise<Forwarder> {
  const pairs = new Set<[Socket, Socket]>()
  let target = to
  let isFrozen = false

  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1")
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const socket of pair) {
      socket.setNoDelay(true)
      socket.on("error", end)
      socket.on("close", end)
    }
    near.pipe(far)
    far.pipe(near)
    if (isFrozen) hold(pair)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")

  function cut(): number {
    const open = [...pairs]
    for (const [near, far] of open) {
      // A reset, as when a machine is lost, instead of an orderly end of the connection.
      near.resetAndDestroy()
      far.destroy()
    }
    return open.length
  }

  return {
    port: (server.address() as { port: number }).port,
    moveTo(port) {
      target = port
      cut()
    },
    cut,
    freeze() {
      isFrozen = true
      for (const pair of pairs) hold(pair)
    },
    thaw() {
      isFrozen = false
      for (const [near, far] of pairs) {
        near.pipe(far)
        far.pipe(near)
      }
    },
    dropAnswers() {
      for (const [near, far] of pairs) {
        far.unpipe(near)
        far.resume()
      }
    },
    async close() {
      server.close()
      cut()
      await once(server, "close")
    },
  }
}

function hold([near, far]: [Socket, Socket]): void {
  near.unpipe(far)
  far.unpipe(near)
  near.pause()
  far.pause()
}
