// @prove-only commands
import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { after, before, test } from "node:test"
import { builtWeb } from "#server/page/web.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { findHeadlessChromium } from "#testing/chromium.ts"
import { runCommand } from "#testing/command.ts"
import { build, isBuildStale } from "./build.ts"

let app: TestApp

before(async () => {
  if (isBuildStale()) build()
  app = await startTestApp({ web: await builtWeb(), jobs: "timers" })
})

after(() => app.close())

interface Changed {
  body?: (path: string, body: string) => string
  policy?: (policy: string) => string
}

/** The site behind a proxy that changes its answers, like an attacker on the way. */
async function checkThrough({ body = (_path, text) => text, policy = (text) => text }: Changed) {
  const proxy = createServer(async (incoming, answer) => {
    const { method = "GET", url: path = "/", headers } = incoming
    const options = { port: app.port, host: "127.0.0.1", method, path }
    const outgoing = request({ ...options, headers: { ...headers, "accept-encoding": "identity" } })
    outgoing.end(await buffer(incoming))
    const [response] = await once(outgoing, "response")
    const text = (await buffer(response)).toString()
    const { "content-length": _length, ...kept } = response.headers
    const own = kept["content-security-policy"]
    answer.writeHead(response.statusCode, {
      ...kept,
      ...(own && { "content-security-policy": policy(own) }),
    })
    answer.end(body(path, text))
  })
  proxy.listen(0, "127.0.0.1")
  await once(proxy, "listening")
  const { port } = proxy.address() as AddressInfo
  try {
    return await check(`http://localhost:${port}`)
  } finally {
    proxy.closeAllConnections()
    proxy.close()
  }
}

async function check(address: string) {
  const parameters = ["--gateway", app.gateway.address, address]
  const settings = { CHROMIUM_PATH: findHeadlessChromium() }
  return await runCommand("tools/check-payment-pages.ts", parameters, settings)
}

const isPage = (path: string) => path.startsWith("/payment-center")

test("SCRIPT-16 the check of the payment pages compares a running site with the inventory and finds nothing on a site as built", async () => {
  const { code, out, err } = await checkThrough({})
  assert.equal(code, 0, out + err)
  assert.match(out, /as in the inventory/)
})

test("SCRIPT-16 an injected script, a changed file and another policy are found", async () => {
  const { code, out } = await checkThrough({
    body(path, text) {
      if (!isPage(path)) return path.endsWith(".js") ? `${text}\n;` : text
      const nonce = /nonce="([^"]+)"/.exec(text)?.[1]
      return text
        .replace("<body>", `<body><script nonce="${nonce}">window.skimmed = 1</script>`)
        .replace('data-path="/myaccount-core/products"', 'data-path="/skimmer"')
    },
    policy: (text) => text.replace("connect-src 'self'", "connect-src 'self' https://evil.example"),
  })
  assert.equal(code, 1)
  assert.match(out, /\/payment-center\/pay-now {2}names <script/)
  assert.match(out, /\/payment-center\/products {2}names <script data-path="\/skimmer"/)
  assert.match(out, /\/payment-center\/payment-methods {2}has another policy: .*evil\.example/)
  assert.match(out, /\/assets\/[^ ]+\.js {2}is not the file of the inventory/)
})

test("SCRIPT-16 a script that the page runs without a tag is found", async () => {
  const { code, out } = await checkThrough({
    body: (path, text) =>
      isPage(path)
        ? text.replace(/ integrity="[^"]*"|<script type="importmap".*?<\/script>/g, "")
        : path.includes("/index-")
          ? `eval("window.skimmed = 1");${text}`
          : text,
    policy: () => "script-src * 'unsafe-inline' 'unsafe-eval'",
  })
  assert.equal(code, 1)
  assert.match(out, /runs a changed \/assets\/index-/)
  assert.match(out, /runs evaluated code|runs .*index-/)
})

test("SCRIPT-16 a site that does not answer is reported as not checked", async () => {
  const { code, err } = await check("http://localhost:9")
  assert.equal(code, 2, err)
})
