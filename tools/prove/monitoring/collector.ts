import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"
import { createGunzip } from "node:zlib"

export interface Span {
  scope: string
  traceId: string
  attributes: { key: string; value: object }[]
}

interface Traces {
  resourceSpans: {
    scopeSpans: { scope: { name: string }; spans: Omit<Span, "scope">[] }[]
  }[]
}

/** A collector that stores the spans that it receives as OTLP over HTTP in JSON. */
export async function startCollector() {
  const spans: Span[] = []
  const server = createServer(async (request, response) => {
    const isZipped = request.headers["content-encoding"] === "gzip"
    const body = isZipped ? request.pipe(createGunzip()) : request
    const { resourceSpans } = (await json(body)) as Traces
    for (const { scope, spans: some } of resourceSpans.flatMap((one) => one.scopeSpans)) {
      spans.push(...some.map((span) => ({ ...span, scope: scope.name })))
    }
    response.setHeader("content-type", "application/json").end("{}")
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, spans, close: () => server.close() }
}
