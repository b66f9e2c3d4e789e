import { once } from "node:events"
import { createServer } from "node:http"
import { join } from "node:path"
import type { GatewayInBrowser } from "#ports/payment-gateway/port.ts"
import { browserCode } from "../browser-code.ts"

const root = join(import.meta.dirname, "../..")
const served = /^\/(web|contracts|testing\/card-frames)\/[\w/-]+\.(ts|module\.css)$/

/** The policies that a gateway's code may make: web/payments/fields. */
const trustedTypes = "require-trusted-types-for 'script'; trusted-types gateway-script default"

/** Serves a page with a card form for this gateway, whose code runs without a build. */
export async function startCardPage(gateway: GatewayInBrowser) {
  const hosts = [gateway.address, gateway.script].filter(Boolean).map((one) => new URL(one).origin)
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'self' 'unsafe-inline' ${hosts.join(" ")}; connect-src 'self' ${hosts.join(" ")}; frame-src ${hosts.join(" ")}; img-src 'self'; ${trustedTypes}`
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://page")
    if (served.test(pathname)) {
      const isStyle = pathname.endsWith(".css")
      const code = isStyle ? "export default {}" : await browserCode(join(root, pathname))
      response.writeHead(200, { "content-type": "text/javascript; charset=utf-8" }).end(code)
      return
    }
    const headers = {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
    }
    response.writeHead(pathname === "/" ? 200 : 204, headers).end(html(gateway))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }
  return {
    address: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

const imports = { "#web/": "/web/", "#contracts/": "/contracts/" }

function html(gateway: GatewayInBrowser): string {
  const slots = [
    ["number", "Credit Card Number"],
    ["expiration", "Exp Date"],
    ["code", "CVV/CVC"],
  ].map(([name, label]) => `<label id="label-${name}">${label}</label><div id="${name}"></div>`)
  return `<!doctype html>
<html lang="en">
<title>Card</title>
<body data-gateway='${JSON.stringify(gateway)}'>
<form>
<label>Cardholder Name <input></label>
${slots.join("\n")}
<button>Save</button>
</form>
<script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module" src="/testing/card-frames/harness-fixture.ts"></script>
</body>
</html>`
}
