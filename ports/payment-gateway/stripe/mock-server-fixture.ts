import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { setTimeout as tick } from "node:timers/promises"
import { type Answer, createMockState, type Parameters, refused } from "./mock-answers-fixture.ts"
import { permissionFor } from "./mock-permissions-fixture.ts"
import { parametersOf, readPublishedShapes } from "./published-shapes-fixture.ts"

export const mockKeys = {
  secretKey: "sk_test_mock",
  publishableKey: "pk_test_mock",
  webhookSecret: "whsec_mock",
}

/** The request that came with a key. Without `answer` it is in progress. */
interface Kept {
  sent: string
  answer?: Answer
}

interface Received {
  method: string | undefined
  path: string
  version: unknown
  parameters: Parameters
}

interface Route {
  method: "GET" | "POST" | "DELETE"
  path: RegExp
  /** The file and the name of the library's declaration of its parameters. */
  shape: [string, string]
  /** Which of the two keys may call. */
  publishable?: boolean
  answer(id: string, parameters: Parameters): Answer
}

/**
 * A server with the part of Stripe's API that we use, on this machine. Checks each request's
 * parameters against Stripe's published shapes and refuses unknown ones, as Stripe does. Also
 * refuses a call that the restricted key of docs/payments.md does not permit.
 */
export async function startMockStripe() {
  const state = createMockState()
  const { answers } = state
  const problems: string[] = []
  const received: Received[] = []
  const kept = new Map<string, Kept>()
  let hangs = false

  const route = (
    method: Route["method"],
    path: RegExp,
    shape: Route["shape"],
    answer: Route["answer"],
  ): Route => ({ method, path, shape, answer })
  const methods = "PaymentMethods"
  const intents = "PaymentIntents"
  const routes: Route[] = [
    {
      ...route("POST", /^payment_methods$/, [methods, "PaymentMethodCreateParams"], (_, given) =>
        answers.createMethod(given),
      ),
      publishable: true,
    },
    route("GET", /^payment_methods\/(\w+)$/, [methods, "PaymentMethodRetrieveParams"], (id) =>
      answers.method(id),
    ),
    route("POST", /^payment_methods\/(\w+)$/, [methods, "PaymentMethodUpdateParams"], (id, given) =>
      answers.updateMethod(id, given),
    ),
    route(
      "POST",
      /^payment_methods\/(\w+)\/detach$/,
      [methods, "PaymentMethodDetachParams"],
      (id) => answers.detach(id),
    ),
    route("POST", /^customers$/, ["Customers", "CustomerCreateParams"], (_, given) =>
      answers.createCustomer(given),
    ),
    route("GET", /^customers\/(\w+)$/, ["Customers", "CustomerRetrieveParams"], (id) =>
      answers.customer(id),
    ),
    route("DELETE", /^customers\/(\w+)$/, ["Customers", "CustomerDeleteParams"], (id) =>
      answers.deleteCustomer(id),
    ),
    route("POST", /^setup_intents$/, ["SetupIntents", "SetupIntentCreateParams"], (_, given) =>
      answers.createSetup(given),
    ),
    route("GET", /^setup_intents$/, ["SetupIntents", "SetupIntentListParams"], (_, given) =>
      answers.setupsOf(String(given.customer)),
    ),
    route("GET", /^setup_intents\/(\w+)$/, ["SetupIntents", "SetupIntentRetrieveParams"], (id) =>
      answers.setup(id),
    ),
    route(
      "POST",
      /^setup_intents\/(\w+)\/cancel$/,
      ["SetupIntents", "SetupIntentCancelParams"],
      (id) => answers.cancelSetup(id),
    ),
    route("POST", /^payment_intents$/, [intents, "PaymentIntentCreateParams"], (_, given) =>
      answers.createIntent(given),
    ),
    route("GET", /^payment_intents$/, [intents, "PaymentIntentListParams"], (_, given) =>
      answers.intents(given),
    ),
    route(
      "POST",
      /^payment_intents\/(\w+)\/cancel$/,
      [intents, "PaymentIntentCancelParams"],
      (id) => answers.cancelIntent(id),
    ),
    route("GET", /^payment_intents\/(\w+)$/, [intents, "PaymentIntentRetrieveParams"], (id) =>
      answers.intent(id),
    ),
    route("GET", /^charges\/(\w+)$/, ["Charges", "ChargeRetrieveParams"], (id) =>
      answers.charge(id),
    ),
    route("POST", /^refunds$/, ["Refunds", "RefundCreateParams"], (_, given) =>
      answers.createRefund(given),
    ),
    route("GET", /^refunds$/, ["Refunds", "RefundListParams"], (_, given) =>
      answers.refundsOf(given),
    ),
    route("GET", /^disputes$/, ["Disputes", "DisputeListParams"], (_, given) =>
      answers.disputesOf(String(given.payment_intent)),
    ),
    route(
      "GET",
      /^balance_transactions$/,
      ["BalanceTransactions", "BalanceTransactionListParams"],
      (_, given) => answers.transactions(given),
    ),
    route("GET", /^payouts$/, ["Payouts", "PayoutListParams"], (_, given) =>
      answers.payouts(given),
    ),
    route("GET", /^balance$/, ["Balance", "BalanceRetrieveParams"], () => answers.balance()),
  ]

  async function answerOnce(key: string | undefined, sent: string, ask: () => Answer) {
    if (key === undefined) return ask()
    const before = kept.get(key)
    if (before && before.sent !== sent) return refused("", "", "idempotency_error")
    if (before?.answer) return before.answer
    if (before) return { ...refused("idempotency_key_in_use"), status: 409 }
    const entry: Kept = { sent }
    kept.set(key, entry)
    await tick()
    entry.answer = ask()
    return entry.answer
  }

  async function answer(request: IncomingMessage, sent: string): Promise<Answer> {
    const url = new URL(request.url ?? "", "http://mock")
    const path = url.pathname.replace("/v1/", "")
    const found = routes.find((one) => one.method === request.method && one.path.test(path))
    if (!found) throw new Error(`The mock knows no ${request.method} ${path}.`)
    const bearer = request.headers.authorization?.replace("Bearer ", "")
    const isSecret = bearer === mockKeys.secretKey
    if (!isSecret && !(found.publishable && bearer === mockKeys.publishableKey)) {
      return { status: 401, content: { error: { type: "invalid_request_error" } } }
    }
    const { permission, problem } = permissionFor(request.method, path)
    if (isSecret && permission === undefined) {
      problems.push(problem)
      return { ...refused("", problem), status: 403 }
    }
    const parameters = parametersOf(request.method === "GET" ? url.search.slice(1) : sent)
    const wrong = shapesOf(found.shape[0]).problems(found.shape[1], parameters)
    problems.push(...wrong)
    received.push({
      method: request.method,
      path,
      version: request.headers["stripe-version"],
      parameters,
    })
    if (wrong.length > 0) return refused("parameter_unknown", wrong.join("; "))
    const key = request.headers["idempotency-key"] as string | undefined
    return await answerOnce(key, `${path} ${sent}`, () =>
      found.answer(found.path.exec(path)?.[1] ?? "", parameters),
    )
  }

  const server = createServer(async (request, response: ServerResponse) => {
    const { status, content } = await answer(request, await text(request))
    // Charged, and the answer is lost on its way.
    if (hangs && request.url === "/v1/payment_intents" && request.method === "POST") {
      hangs = false
      return
    }
    response.writeHead(status, { "content-type": "application/json", "request-id": "req_mock" })
    response.end(JSON.stringify(content))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }

  return {
    address: `http://127.0.0.1:${port}`,
    ...state,
    /** Requests that differ from Stripe's published format. */
    problems,
    /** Every request with its parameters and version of the API. */
    received,
    /** Stripe deletes keys after a day. */
    forgetKeys: () => kept.clear(),
    loseNextAnswer() {
      hangs = true
    },
    async close() {
      server.closeAllConnections()
      server.close()
      if (server.listening) await once(server, "close")
    },
  }
}

const read = new Map<string, ReturnType<typeof readPublishedShapes>>()

function shapesOf(file: string): ReturnType<typeof readPublishedShapes> {
  const shapes = read.get(file) ?? readPublishedShapes(file)
  read.set(file, shapes)
  return shapes
}
