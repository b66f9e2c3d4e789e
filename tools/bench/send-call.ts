import { Agent, request } from "node:http"
import type { MeasuredCall } from "./load.ts"

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Milliseconds until the whole reply has arrived. Errors: an `Error` for a refused call. */
export async function send(port: number, { path, headers, body }: MeasuredCall): Promise<number> {
  const start = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const length = { "content-length": Buffer.byteLength(body) }
  const options = { port, host: "127.0.0.1", path, method: "POST", agent }
  const sent = request({ ...options, headers: { ...headers, ...length } }, (reply) => {
    reply.resume()
    const refused = new Error(`${path} answered ${reply.statusCode}.`)
    reply.once("end", () => (reply.statusCode === 200 ? resolve() : reject(refused)))
  })
  sent.once("error", reject)
  sent.end(body)
  await promise
  return performance.now() - start
}
