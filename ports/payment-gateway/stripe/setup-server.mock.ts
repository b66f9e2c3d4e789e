import { once } from "node:events"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { rowsUnder } from "./documented-table-fixture.ts"
import { documentedPermissions, included, permissionFor } from "./permissions.mock.ts"
import { readEvents } from "./setup-check.ts"

type Answer = { status: number; content: unknown }

const refused = (status: number, type: string, code: string, message: string): Answer => ({
  status,
  content: { error: { type, code, message } },
})
const missing = (id: string) =>
  refused(404, "invalid_request_error", "resource_missing", `No such object: ${id}`)
const list = (data: unknown[]): Answer => ({
  status: 200,
  content: { object: "list", data, has_more: false, url: "/v1" },
})

/** The permission that only the check needs, by the first part of the path. */
const forCheck: Readonly<Record<string, [permission: string, named: string]>> = {
  webhook_endpoints: ["Webhook Endpoints: Read", "rak_webhook_read"],
  account: ["Accounts: Read", "rak_accounts_kyc_basic_read"],
}

/** The permissions of docs/stripe.md that only the check needs, as "Accounts: Read". */
export const permissionsForCheck = rowsUnder(
  "| Permission, for `check` alone | Resources |",
).flatMap((row) => {
  const [, permission = "", named = ""] = row.split("|").map((cell) => cell.trim())
  return named.split(", ").map((resource) => `${resource}: ${permission}`)
})

export const reportAddress = "https://my.example.com/gateway-reports/stripe"

/** A set-up without a fault. The shapes are those of the library's `WebhookEndpoint` and `Account`. */
export const rightSetup = {
  keys: ["rk_live_1", "pk_live_1"],
  permissions: [...documentedPermissions, ...permissionsForCheck],
  isOneAccount: true,
  hasConnections: true,
  endpoints: [
    { url: "https://other.example.com/hook", status: "enabled", enabled_events: ["*"] },
    { url: reportAddress, status: "enabled", enabled_events: [...readEvents] },
  ],
  account: {
    id: "acct_1",
    object: "account",
    capabilities: { us_bank_account_ach_payments: "active" },
    settings: {
      payments: { statement_descriptor: "HARBOR MUTUAL" as string | null },
      card_payments: { statement_descriptor_prefix: "HARBOR" as string | null },
      payouts: { schedule: { interval: "daily" } },
    },
  },
}

/** A server that answers as Stripe does for an account with this set-up, on this machine. */
export async function startSetupServer(setup: typeof rightSetup) {
  const canceled: string[] = []
  let made = 0

  function forbidden(method: string, path: string, query: string): Answer | undefined {
    const [own, named = ""] = forCheck[path.split("/")[0] ?? ""] ?? []
    const needed = [
      own ?? permissionFor(method, path).permission,
      ...(query.includes("data.source") ? [included] : []),
    ]
    const lacking = needed.find((one) => !one || !setup.permissions.includes(one))
    if (lacking === undefined) return undefined
    const message = `The provided key does not have the required permissions for this endpoint. Having the '${named}' permission would allow this request to continue.`
    return refused(403, "invalid_request_error", "", message)
  }

  function answerToPage(path: string): Answer {
    const [kind, id = ""] = path.split("/")
    if (kind !== "setup_intents" || !setup.isOneAccount) return missing(id)
    return {
      status: 200,
      content: { id, object: "setup_intent", status: "requires_payment_method" },
    }
  }

  function answerToServer(method: string, path: string, sent: string): Answer {
    const [kind = "", id = "", verb] = path.split("/")
    if (path === "webhook_endpoints") return list(setup.endpoints)
    if (path === "account") return { status: 200, content: setup.account }
    if (path === "balance") return { status: 200, content: { object: "balance" } }
    if (method === "GET") return list([])
    if (path === "setup_intents") {
      if (!setup.hasConnections && sent.includes("financial_connections")) {
        return refused(400, "invalid_request_error", "", "Financial Connections is not set up.")
      }
      made += 1
      const content = { id: `seti_${made}`, object: "setup_intent", client_secret: "seti_secret" }
      return { status: 200, content }
    }
    if (kind === "setup_intents" && verb === "cancel" && id === `seti_${made}`) {
      canceled.push(id)
      return { status: 200, content: { id, object: "setup_intent", status: "canceled" } }
    }
    return missing(id)
  }

  const server = createServer(async (request, response) => {
    const sent = await text(request)
    const { pathname, search } = new URL(request.url ?? "", "http://stripe")
    const [method = "", path] = [request.method, pathname.replace("/v1/", "")]
    const key = request.headers.authorization?.replace("Bearer ", "") ?? ""
    const isPage = key.startsWith("pk_")
    const { status, content } = !setup.keys.includes(key)
      ? refused(401, "invalid_request_error", "", "Invalid API Key provided.")
      : isPage
        ? answerToPage(path)
        : (forbidden(method, path, decodeURIComponent(search)) ??
          answerToServer(method, path, sent))
    response.writeHead(status, { "content-type": "application/json" })
    response.end(JSON.stringify(content))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }
  return {
    address: `http://127.0.0.1:${port}`,
    /** The SetupIntents that were made, and those of them that were canceled. */
    setups: () => [made, canceled.length],
    close: () => server.close(),
  }
}
