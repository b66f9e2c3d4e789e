import { once } from "node:events"
import { createServer } from "node:http"
import { buffer } from "node:stream/consumers"

interface Made {
  customers: Set<string>
  methods: Set<string>
}

/** Passes calls on to Stripe, can lose an answer, and remembers what was made. */
export async function startRelay(target: string) {
  const made: Made = { customers: new Set(), methods: new Set() }
  let calls = 0
  let losesNext = false
  const server = createServer(async (request, response) => {
    const { method = "GET", url = "/", headers } = request
    const body = await buffer(request)
    const { host: _, connection: __, "content-length": ___, ...passed } = headers
    calls += 1
    const answer = await fetch(target + url, {
      method,
      headers: passed as Record<string, string>,
      ...(body.length > 0 && { body }),
    }).catch(() => undefined)
    if (!answer) {
      request.socket.destroy()
      return
    }
    const text = await answer.text()
    remember(made, text)
    if (losesNext && method === "POST" && url === "/v1/payment_intents") {
      losesNext = false
      request.socket.destroy()
      return
    }
    const kept = ["content-type", "request-id", "idempotent-replayed"].flatMap((name) => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    response.writeHead(answer.status, Object.fromEntries(kept))
    response.end(text)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }
  return {
    address: `http://127.0.0.1:${port}`,
    made,
    calls: () => calls,
    /** The next payment is made, and its answer is lost. */
    loseNext(): void {
      losesNext = true
    },
    async close(): Promise<void> {
      if (!server.listening) return
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

function remember({ customers, methods }: Made, text: string): void {
  const { object, id } = JSON.parse(text) as { object?: string; id?: string }
  if (object === "customer" && id !== undefined) customers.add(id)
  if (object === "payment_method" && id !== undefined) methods.add(id)
}
