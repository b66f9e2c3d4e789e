import { Writable } from "node:stream"

/** A log that passes its lines to a test, for `logTo` of the server. */
export function logLines(take: (line: string) => void): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      for (const line of String(chunk).trim().split("\n")) take(line)
      done()
    },
  })
}
