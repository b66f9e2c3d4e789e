import { Duplex } from "node:stream"
import type { PGlite } from "@electric-sql/pglite"

/**
 * Lets the PostgreSQL driver talk to PGlite: the bytes it would put on a socket go straight to
 * the engine. So both engines share one driver, with its pool, types, errors and named statements.
 */
export class PgliteStream extends Duplex {
  #engine: PGlite

  constructor(engine: PGlite) {
    super()
    this.#engine = engine
  }

  connect() {
    queueMicrotask(() => this.emit("connect"))
    return this
  }

  override _read() {
    // Replies are pushed as they come.
  }

  override _write(message: Uint8Array, _encoding: string, done: (error?: Error) => void) {
    this.#engine.execProtocolRaw(message).then((reply) => {
      if (reply.length > 0) this.push(Buffer.from(reply))
      done()
    }, done)
  }

  override _final(done: () => void) {
    this.push(null)
    done()
  }

  // What the driver asks of a socket and an engine in the same process has no use for.
  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }
}
