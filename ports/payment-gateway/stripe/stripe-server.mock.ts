import { once } from "node:events"
import { createServer, type IncomingMessage } from "node:http"
import { text } from "node:stream/consumers"
import { setTimeout as tick } from "node:timers/promises"
import { createMockState } from "./answers.mock.ts"
import { permissionFor } from "./permissions.mock.ts"
import { parametersOf, readPublishedShapes } from "./published-shapes.expected.ts"
import { type MockRoute, mockRoutes } from "./routes.mock.ts"
import { type Answer, type Parameters, refused } from "./stripe-store.mock.ts"
import { surfaceProblem } from "./surface.mock.ts"

export const mockKeys = keysOf("mock")

function keysOf(name: string) {
  return {
    secretKey: `sk_test_${name}`,
    publishableKey: `pk_test_${name}`,
    webhookSecrets: [`whsec_${name}`],
  }
}

/** One account at the mock: its keys reach its own objects alone. */
function createMockAccount(name: string) {
  const state = createMockState(name)
  const ids = new RegExp(`_${name}\\d`)
  return {
    ...state,
    keys: keysOf(name),
    routes: mockRoutes(state.answers),
    kept: new Map<string, Kept>(),
    /** Whether a request names an object of the account. */
    owns: (sent: string) => ids.test(sent),
  }
}
type MockAccount = ReturnType<typeof createMockAccount>

/** The request that came with a key. Without `answer` it is in progress. */
interface Kept {
  sent: string
  answer?: Answer
}

interface Received {
  method: string | undefined
  path: string
  version: unknown
  key: string | undefined
  parameters: Parameters
}

/**
 * What happens to a change instead of its usual answer:
 * - `lost`: the connection breaks, after the change was made or before
 * - `failed`: Stripe answers 500, after the change was made or before, and stores the answer
 * - `answer`: this answer, and nothing is changed
 */
export type Fault =
  | { kind: "lost" | "failed"; isMade: boolean }
  | { kind: "answer"; answer: Answer }

const failure: Answer = { status: 500, content: { error: { type: "api_error", message: "Sorry" } } }
const unstored = [401, 403, 429]
const unknownKey: Answer = {
  status: 401,
  content: { error: { type: "invalid_request_error" } },
}
const bearerOf = ({ headers }: IncomingMessage) => headers.authorization?.replace("Bearer ", "")
const keyUse = {
  ...refused("idempotency_key_in_use"),
  status: 409,
}

/**
 * A server with the part of Stripe's API that we use, on this machine. Checks each request's
 * parameters against Stripe's published shapes and refuses unknown ones, as Stripe does. Also
 * refuses a call that the restricted key of docs/stripe.md does not permit.
 */
export async function startMockStripe() {
  const first = createMockAccount("mock")
  const all = [first]
  const problems: string[] = []
  const received: Received[] = []
  const faults: { path: string; fault: Fault }[] = []
  const during = new Map<string, () => Promise<void>>()

  /** The answer to a change, and whether it is stored already. */
  async function answerOnce(
    { kept, follow }: MockAccount,
    key: string | undefined,
    sent: string,
    ask: () => Answer,
  ): Promise<Answer & { isReplayed?: boolean }> {
    if (key === undefined) return ask()
    const before = kept.get(key)
    if (before && before.sent !== sent) {
      follow("otherParameters")
      return refused("", "Keys for idempotent requests can only be used once.", "idempotency_error")
    }
    if (before?.answer) {
      follow("storedAnswers")
      return { ...before.answer, isReplayed: true }
    }
    if (before) {
      follow("keyInUse")
      return keyUse
    }
    const entry: Kept = { sent }
    kept.set(key, entry)
    await (during.get(key) ?? tick)()
    entry.answer = ask()
    if (entry.answer.isBefore || unstored.includes(entry.answer.status)) {
      follow("unstoredAnswers")
      kept.delete(key)
    }
    return entry.answer
  }

  /** The refusal of a request before it is executed; undefined if it is executed. */
  function refusalOf(
    request: IncomingMessage,
    account: MockAccount,
    route: MockRoute,
    path: string,
    parameters: Parameters,
  ): Answer | undefined {
    const isSecret = bearerOf(request) === account.keys.secretKey
    if (!isSecret && !route.publishable) return unknownKey
    const { permission, problem } = permissionFor(request.method, path)
    if (isSecret && !route.isOurs && permission === undefined) {
      problems.push(problem)
      return { ...refused("", problem), status: 403 }
    }
    const surface = surfaceProblem(request.headers, parameters)
    if (surface) {
      account.follow("surface")
      return surface
    }
    if (parameters.payment_method_types !== undefined) {
      account.follow("noTypes")
      return refused("payment_method_types_no_longer_supported")
    }
    const wrong = shapesOf(route.shape[0]).problems(route.shape[1], parameters)
    problems.push(...wrong)
    return wrong.length > 0 ? refused("parameter_unknown", wrong.join("; ")) : undefined
  }

  async function answer(request: IncomingMessage, sent: string) {
    const url = new URL(request.url ?? "", "http://mock")
    const path = url.pathname.replace("/v1/", "")
    const { method, headers } = request
    const bearer = bearerOf(request)
    const account = all.find(
      ({ keys: { secretKey, publishableKey } }) =>
        bearer === secretKey || bearer === publishableKey,
    )
    if (!account) return { answer: unknownKey, isLost: false }
    const route = account.routes.find((one) => one.method === method && one.path.test(path))
    if (!route) throw new Error(`The mock knows no ${method} ${path}.`)
    const parameters = parametersOf(method === "GET" ? url.search.slice(1) : sent)
    const key = headers["idempotency-key"] as string | undefined
    received.push({ method, path, version: headers["stripe-version"], key, parameters })
    const others = all.filter((one) => one !== account)
    if (others.some(({ owns }) => owns(`${path} ${sent} ${url.search}`))) {
      first.follow("accountsApart")
    }
    const refusal = refusalOf(request, account, route, path, parameters)
    if (refusal) return { answer: refusal, isLost: false }
    const index = faults.findIndex((one) => method !== "GET" && one.path === path)
    const [met] = index < 0 ? [] : faults.splice(index, 1)
    const fault = met?.fault
    const ask = () => route.answer(route.path.exec(path)?.[1] ?? "", parameters)
    const isLost = fault?.kind === "lost"
    if (isLost && !fault.isMade) return { answer: failure, isLost }
    const made = await answerOnce(account, key, `${path} ${sent}`, () => {
      if (fault?.kind === "answer") return fault.answer
      if (fault?.kind === "failed" && !fault.isMade) return failure
      const usual = ask()
      return fault?.kind === "failed" ? failure : usual
    })
    return { answer: made, isLost }
  }

  const server = createServer(async (request, response) => {
    response.setHeader("access-control-allow-origin", "*")
    response.setHeader("access-control-allow-headers", "authorization")
    if (request.method === "OPTIONS") {
      response.writeHead(204).end()
      return
    }
    const { answer: given, isLost } = await answer(request, await text(request))
    if (isLost) {
      request.socket.destroy()
      return
    }
    const isReplayed = "isReplayed" in given && given.isReplayed === true
    response.writeHead(given.status, {
      "content-type": "application/json",
      "request-id": "req_mock",
      ...(isReplayed && { "idempotent-replayed": "true" }),
    })
    response.end(JSON.stringify(given.content))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }

  return {
    address: `http://127.0.0.1:${port}`,
    ...first,
    /** Opens one more account, whose keys reach no object of the others. */
    addAccount(name: string): MockAccount {
      const added = createMockAccount(name)
      all.push(added)
      return added
    },
    /** Requests that differ from Stripe's published format. */
    problems,
    /** Every request with its parameters, idempotency key and version of the API. */
    received,
    /** Stripe deletes keys after a day. */
    forgetKeys: () => first.kept.clear(),
    /** What happens to the next change at this path, such as payment_intents. */
    meet: (path: string, fault: Fault) => void faults.push({ path, fault }),
    /** Nothing happens any more to later changes. */
    endFaults: () => void faults.splice(0),
    /** Something happens while the request with this key is executed. */
    during: (key: string, happens: () => Promise<void>) => void during.set(key, happens),
    loseNextAnswer: () =>
      void faults.push({ path: "payment_intents", fault: { kind: "lost", isMade: true } }),
    async close() {
      server.closeAllConnections()
      server.close()
      if (server.listening) await once(server, "close")
    },
  }
}
export type MockStripe = Awaited<ReturnType<typeof startMockStripe>>

const read = new Map<string, ReturnType<typeof readPublishedShapes>>()

function shapesOf(file: string): ReturnType<typeof readPublishedShapes> {
  const shapes = read.get(file) ?? readPublishedShapes(file)
  read.set(file, shapes)
  return shapes
}
