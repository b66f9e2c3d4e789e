import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import type { OperationName } from "#ports/policy-admin/contract/operations.ts"

// biome-ignore lint/suspicious/noExplicitAny: faults change replies into what no type allows
export type Json = any

interface Answer {
  status: number
  type: string
  text: string
}

export interface Passing {
  name: OperationName
  /** The request's body; undefined if it is not JSON. */
  asked: Json
  headers: Record<string, string>
  /** Sends the request to the conforming server, with these parts changed. */
  forward(change?: {
    asked?: Json
    headers?: Record<string, string>
    name?: OperationName
  }): Promise<Answer>
  response: ServerResponse
}

export interface Fault {
  name: string
  /** The name of the check that must find the fault. */
  foundBy: string
  /**
   * Undefined passes the request to the conforming server; "answered" means that nothing is left to
   * send.
   */
  answer(passing: Passing): Promise<Answer | "answered">
}

/** A server that passes requests to a conforming one, with one fault at a time. */
export async function startBrokenServer(goodUrl: string) {
  let fault: Fault | undefined
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const headers = Object.fromEntries(
      ["authorization", "content-type", "idempotency-key"].flatMap((name) => {
        const value = request.headers[name]
        return typeof value === "string" ? [[name, value]] : []
      }),
    )
    const path = request.url ?? ""
    const method = request.method ?? "POST"
    const forward: Passing["forward"] = async ({ asked, headers: others, name } = {}) => {
      const reply = await fetch(`${goodUrl}${name === undefined ? path : `/v1/${name}`}`, {
        method: name === undefined ? method : "POST",
        headers: others ?? headers,
        body: method === "GET" ? undefined : asked === undefined ? body : JSON.stringify(asked),
      })
      const type = reply.headers.get("content-type") ?? ""
      return { status: reply.status, type, text: await reply.text() }
    }
    const name = path.replace("/v1/", "") as OperationName
    const passing = { name, asked: parsed(body), headers, forward, response }
    const answer = await (fault?.answer(passing) ?? forward())
    if (answer === "answered") return
    response.writeHead(answer.status, { "content-type": answer.type }).end(answer.text)
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sets the fault; undefined for none. */
    breakWith(next: Fault | undefined) {
      fault = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function parsed(body: string): Json {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Changes the reply of these operations, if it is a success. */
export function replying(
  names: readonly OperationName[] | "all",
  change: (reply: Json, asked: Json) => Json,
): Fault["answer"] {
  return async ({ name, asked, forward }) => {
    const answer = await forward()
    if (answer.status !== 200 || (names !== "all" && !names.includes(name))) return answer
    const reply = JSON.parse(answer.text)
    return { ...answer, text: JSON.stringify(change(reply, asked) ?? reply) }
  }
}

/** Changes the request of these operations before it is passed on. */
export function asking(
  names: readonly OperationName[] | "all",
  change: (asked: Json) => Json,
): Fault["answer"] {
  return async ({ name, asked, forward }) => {
    const isMeant = asked !== undefined && (names === "all" || names.includes(name))
    return await forward(isMeant ? { asked: change(asked) ?? asked } : {})
  }
}

/** Calls `change` with each object in a reply that has the field, at any depth. */
export function eachWith(reply: Json, field: string, change: (of: Json) => void): void {
  if (typeof reply !== "object" || reply === null) return
  if (field in reply) change(reply)
  for (const inner of Object.values(reply)) eachWith(inner, field, change)
}
