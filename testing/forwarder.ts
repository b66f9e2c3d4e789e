import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

export interface Forwarder {
  port: number
  /** Passes new connections on to this port from now on, and ends those that are open. */
  moveTo(port: number): void
  /** Ends every open connection; returns how many. */
  cut(): number
  /** Passes nothing on in either direction until `thaw`, as a database that hangs. */
  freeze(): void
  thaw(): void
  /** Passes on what is sent, and nothing of what is answered, on the open connections. */
  dropAnswers(): void
  close(): Promise<void>
}

/** An address on this machine behind which a server can be exchanged, as a managed service does. */
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
      // A reset, as when a machine is lost; not the orderly end of a connection.
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
