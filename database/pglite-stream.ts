import { Duplex } from "node:stream"
import type { PGlite } from "@electric-sql/pglite"

/**
 * Connects the PostgreSQL driver to PGlite: passes the bytes that the driver would send over a
 * socket directly to the engine. Both engines share one driver, with its pool, types, errors and
 * named statements.
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
    // Replies are pushed when they arrive.
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

  // Socket methods that the driver calls and an engine in the same process does not need.
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
