import { AsyncLocalStorage } from "node:async_hooks"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import type { IncomingMessage } from "node:http"
import type { Queries, Statement } from "#database/sql.ts"
import type { TestApp } from "#testing/app.ts"

const begin: Statement = { name: "begin", text: "begin", values: [] }
const commit: Statement = { name: "commit", text: "commit", values: [] }

/** The channels on which Node announces each HTTP request to a server, and the end of its reply. */
const begun = "http.server.request.start"
const replied = "http.server.response.finish"

interface Message {
  request: IncomingMessage
}

/**
 * Records the statements that the portal sends to the database before it has answered a call. A
 * transaction adds two statements: its begin and its commit. Statements of jobs and of gateway
 * reports are left out.
 */
export function recordCalls({ database, port }: TestApp): {
  /** The statements of the calls since the last `take`, in order. */
  take(): Statement[]
  end(): void
} {
  const current = new AsyncLocalStorage<IncomingMessage | undefined>()
  const unanswered = new Set<IncomingMessage>()
  let sent: Statement[] = []
  const note = (statement: Statement) => {
    const request = current.getStore()
    if (request && unanswered.has(request)) sent.push(statement)
  }
  const onRequest = (message: unknown) => {
    const { request } = message as Message
    const isCall = request.socket.localPort === port && !request.url?.startsWith("/gateway-reports")
    if (isCall) unanswered.add(request)
    current.enterWith(isCall ? request : undefined)
  }
  const onReply = (message: unknown) => unanswered.delete((message as Message).request)
  const noting = (rows: Queries["rows"]): Queries["rows"] => {
    return async <Row extends object>(statement: Statement) => {
      note(statement)
      return await rows<Row>(statement)
    }
  }
  const { rows, transaction } = database
  database.rows = noting(rows)
  database.transaction = async (work) => {
    note(begin)
    const result = await transaction((tx) => work({ ...tx, rows: noting(tx.rows) }))
    note(commit)
    return result
  }
  subscribe(begun, onRequest)
  subscribe(replied, onReply)
  return {
    take() {
      const taken = sent
      sent = []
      return taken
    },
    end() {
      unsubscribe(begun, onRequest)
      unsubscribe(replied, onReply)
      Object.assign(database, { rows, transaction })
    },
  }
}
