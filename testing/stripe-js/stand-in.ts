import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import type { SetupIntent } from "@stripe/stripe-js"
import { elementsHeader } from "#ports/payment-gateway/stripe/surface.mock.ts"
import { browserCode } from "../browser-code.ts"

/**
 * - `blocked`: the script does not load
 * - `slow`: the script is not answered
 * - `loaderror`: the frames report that they failed to load
 * - `never ready`: the frames report nothing
 * - `token lost`: the API makes a payment method, and its answer is lost
 */
export type ScriptFault = "blocked" | "slow" | "loaderror" | "never ready" | "token lost"

interface Options {
  /** The address of the mock of Stripe's API. */
  api: string
  /** The mock's answer to a choice in Stripe's window: the SetupIntent's id. */
  chooseBank?(session: string, account: string): string
  /** Accounts that the customer has at the bank. */
  accounts?: readonly string[]
}

const bankName = "STRIPE TEST BANK"

/**
 * A stand-in for https://js.stripe.com on this machine: serves a script that defines `Stripe`, and
 * the frames that it adds. Files beside this one name the sources of what they imitate.
 */
export async function startStripeJs({ api, chooseBank, accounts = ["000123456789"] }: Options) {
  const faults = new Set<ScriptFault>()

  async function callApi(path: string, authorization: string, body: string): Promise<Response> {
    const type = "application/x-www-form-urlencoded"
    const headers = { authorization, "content-type": type, ...elementsHeader }
    return await fetch(`${api}${path}`, { method: "POST", headers, body })
  }

  function setupOf(sent: URLSearchParams): Pick<SetupIntent, "id" | "status" | "payment_method"> {
    const session = sent.get("clientSecret") ?? ""
    const account = sent.get("account") ?? ""
    const id = session.split("_secret_")[0] ?? ""
    if (account === "") return { id, status: "requires_payment_method", payment_method: null }
    const chosen = chooseBank?.(session, account) ?? id
    const bank = { bank_name: bankName, last4: account.slice(-4) }
    const isExpanded = [...sent.values()].includes("payment_method")
    const method = { id: "pm_chosen", us_bank_account: bank } as SetupIntent["payment_method"]
    const payment_method = isExpanded ? method : "pm_chosen"
    return { id: chosen, status: "requires_confirmation", payment_method }
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://stand-in")
    const { authorization = "" } = request.headers
    if (pathname === "/endive/stripe.js") {
      if (faults.has("slow")) return
      if (faults.has("blocked")) request.socket.destroy()
      else send(response, script, await plainCode("page.ts"))
      return
    }
    if (pathname === "/more.js") return send(response, script, "")
    if (pathname === "/frame") {
      const [fault = ""] = [...faults]
      return send(response, "text/html; charset=utf-8", framePage(fault, accounts))
    }
    if (/^\/[\w-]+\.ts$/.test(pathname))
      return send(response, script, await code(pathname.slice(1)))
    if (pathname === "/connect") {
      const setup = setupOf(new URLSearchParams(await text(request)))
      return send(response, "application/json", JSON.stringify(setup))
    }
    if (pathname.startsWith("/v1/")) {
      const answer = await callApi(pathname, authorization, await text(request))
      if (faults.has("token lost")) {
        request.socket.destroy()
        return
      }
      return send(response, "application/json", await answer.text(), answer.status)
    }
    return send(response, "text/plain", "", 404)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }
  const address = `http://127.0.0.1:${port}`
  return {
    address,
    /** What `script` of the gateway's settings is instead of Stripe's address. */
    script: `${address}/endive/stripe.js`,
    /** What happens from now on. */
    faults,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

const script = "text/javascript; charset=utf-8"

function send(response: ServerResponse, type: string, body: string, status = 200): void {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" })
  response.end(body)
}

async function code(file: string): Promise<string> {
  return await browserCode(join(import.meta.dirname, file))
}

/** As a script that is no module, like Stripe's. */
async function plainCode(file: string): Promise<string> {
  const body = (await code(file)).replace(/^export \{\s*\};?$/m, "")
  return `(() => {\n${body}\n})()`
}

function framePage(fault: string, accounts: readonly string[]): string {
  return `<!doctype html>
<html lang="en" data-fault="${fault}" data-accounts="${accounts.join()}">
<title>Stripe</title>
<style>
  body { margin: 0; height: 100vh; display: flex; align-items: center }
  input { flex: 1; min-width: 0; height: 100%; border: none; outline: none; padding: 0; background: transparent }
  .autofill { position: absolute; width: 1px; height: 1px; opacity: 0; flex: none }
</style>
<body><script type="module" src="/frame.ts"></script></body>
</html>`
}
