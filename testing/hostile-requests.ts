import { METHODS } from "node:http"
import { connect } from "node:net"
import { endpoints } from "#contracts/endpoints.ts"
import { noPages, serveFiles } from "#server/page/web.ts"
import { startTestApp } from "./app.ts"
import { logLines } from "./log-lines.ts"
import { createRandom, type Random } from "./random.ts"

/** The number of parallel connections. */
const atOnce = 16
/** Milliseconds. A request without an answer by then is a fault. */
const patience = 20_000

const host = "harbor.localhost"
const hosts = [
  ...[host, `${host}:3000`, "wayfarer.localhost", "trades.localhost", "support.localhost"],
  ...[
    "localhost",
    "unknown.example",
    "10.0.0.5:3000",
    "[::1]:3000",
    `${host}.`,
    "HARBOR.LOCALHOST",
  ],
  ...[`${host}:3130@evil.example`, `${host}:80/evil`, `${host}:80"`, `${host}:99999`, `${host}:`],
  ...[
    "",
    " ",
    "@",
    "[",
    "[::",
    "..",
    "-",
    "a".repeat(300),
    `${"a.".repeat(200)}b`,
    "xn--80ak6aa92e",
  ],
  ...["héllo.example", "a b", "a,b", "http://harbor.localhost", "\u0001", "%00", "%", "{host}"],
]

const paths = Object.keys(endpoints).map((key) => key.split(" ")[1] ?? "")
const pieces = [
  ...[
    "/",
    "//",
    "///",
    "/.",
    "/..",
    "/../",
    "/./",
    "\\",
    "/\\",
    "/%",
    "/%2",
    "/%00",
    "/%2f",
    "/%5c",
  ],
  ...[
    "/%2e%2e",
    "/%E0%A4%A",
    "/%ff",
    "/%F0%9F%98%80",
    "/%0d%0aX:y",
    "/%25",
    "?",
    "?a",
    "?a=%",
    "??",
  ],
  ...[
    "?a=%00",
    "?constructor=1",
    "?__proto__[a]=1",
    "#",
    ";",
    ";a=b",
    "*",
    "+",
    " ",
    "\t",
    "'",
    '"',
  ],
  ...["<script>", "{x}", "/assets", "/assets/", "/assets/a.js", "/assets/a.js/", "/assets/.a"],
  ...["/brand", "/brand/", "/brand/harbor/-/logo.svg", "/brand/harbor/x/%00", "/brand/%00/x/y"],
  ...[
    "/unsubscribe/",
    "/unsubscribe/%00",
    "/logging-in/x",
    "/reset-password/x",
    "/docs",
    "/metrics",
  ],
  ...[
    "/openapi.json",
    "/healthz",
    "/readyz",
    "/.well-known/security.txt",
    "/.well-known/x",
    "/.git",
  ],
  ...[
    "/gateway-reports/sandbox",
    "/sandbox",
    "/payment-center",
    "/dashboard",
    "/favicon.ico",
    "/a",
  ],
  ...[
    "http://",
    "https://",
    "http://harbor.localhost",
    "http://evil.example/",
    "file:///etc/passwd",
  ],
  ...[
    `/${"a".repeat(250)}`,
    `/${"%20".repeat(300)}`,
    `/${"a/".repeat(2_000)}`,
    `?${"a=b&".repeat(2_000)}`,
  ],
]
const fillings = ["%00", "%", "..", "%2e%2e%2f", "\u00ff", "a".repeat(201), "x", "1", "%ED%A0%80"]
const methods = [...METHODS, "get", "GETS", "", "X", "PRI", "G\u0000T"]
const versions = ["HTTP/1.0", "HTTP/2.0", "HTTP/9", "", "HTTP/1.1 x"]
const headers = [
  ...["X-Forwarded-Host: evil.example", `X-Forwarded-Host: ${host}:443@evil.example`],
  ...[
    "X-Forwarded-Host: wayfarer.localhost",
    "X-Forwarded-Host: ,",
    "X-Forwarded-Proto: javascript",
  ],
  ...[
    "X-Forwarded-For: banana",
    "X-Forwarded-For: 1.2.3.4, ::ffff:1.2.3.4, ,",
    "Forwarded: host=x",
  ],
  ...[
    "Origin: null",
    "Origin: http://harbor.localhost",
    "Cookie: session=%; a",
    "Cookie: \u00ff=\u00fe",
    "Cookie: session=%00; device=%00; preview=%00",
  ],
  ...["Accept-Encoding: br;q=x", "Accept-Encoding: gzip", "Range: bytes=0-", "Range: bytes=9-1"],
  ...['If-None-Match: "x"', "If-Modified-Since: never", "Accept-Version: 1", "Upgrade: websocket"],
  ...["Expect: 100-continue", "Authorization: Bearer x", "Content-Type: application/json"],
  ...["Content-Type: text/plain", "Content-Type: \u0007", "Content-Type: multipart/form-data"],
]
const bodies = [
  "",
  "",
  "",
  "{}",
  "[]",
  "{",
  "null",
  '{"__proto__":{}}',
  '{"client":"\\u0000"}',
  "a=b",
]

/** The bytes of a request that a browser may never send. */
function hostileRequest(random: Random): Buffer {
  const { pick, below } = random
  // Most parts are valid: a request that is wrong everywhere fails at the first check.
  const host = () => `Host: ${below(2) === 0 ? pick(hosts) : "harbor.localhost"}`
  const hostLines = below(20) === 0 ? [host(), host()] : below(30) === 0 ? [] : [host()]
  const others = Array.from({ length: below(4) }, () => pick(headers))
  const body = pick(bodies)
  const method = below(3) === 0 ? pick(methods) : pick(["GET", "GET", "POST", "PUT", "HEAD"])
  const lines = [
    `${method} ${targetOf(random)} ${below(12) === 0 ? pick(versions) : "HTTP/1.1"}`.trimEnd(),
    ...hostLines,
    ...others,
    ...(body === "" ? [] : [`Content-Length: ${body.length}`]),
    "Connection: close",
  ]
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`, "latin1")
}

function targetOf({ pick, below }: Random): string {
  if (below(3) === 0) return pick(paths).replace(/\{\w+\}/g, () => pick(fillings))
  const target = Array.from({ length: 1 + below(4) }, () => pick(pieces)).join("")
  return below(4) === 0 ? target : `/${target.replace(/^\/+(?=[a-z])/, "")}`
}

/**
 * The status of the answer, or undefined if the connection ended without one.
 *
 * Errors: an `Error` for an answer of 400 or 431 that is not in the API's format.
 */
async function statusOf(port: number, request: Buffer): Promise<number | undefined> {
  return await new Promise((resolve, reject) => {
    let answer = ""
    const socket = connect(port, "127.0.0.1", () => socket.end(request))
    socket.setTimeout(patience, () => {
      socket.destroy()
      reject(new Error("No answer came in time."))
    })
    socket.on("data", (part) => {
      answer += part.toString("latin1")
    })
    // The server may close the connection before it has read everything.
    socket.on("error", () => {})
    socket.on("close", () => {
      // "100 Continue" is not the final answer.
      const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status)
      const last = statuses.find((status) => status !== "100")
      const body = answer.slice(answer.lastIndexOf("\r\n\r\n") + 4)
      const isOurs = body === "" || body.startsWith('{"type":"error","data":{"messages":[')
      if ((last === "400" || last === "431") && !isOurs) {
        reject(new Error(`The answer ${last} is not in the API's format: ${body.slice(0, 100)}`))
      }
      resolve(last === undefined ? undefined : Number(last))
    })
  })
}

/**
 * Sends `count` random requests that no browser would send, generated from `seed`, to the real
 * server. Returns how many answers had each status, and the faults: answers of 500 or more, missing
 * answers, and errors in the log.
 */
export async function sendHostileRequests({
  count,
  seed,
  files,
}: {
  count: number
  seed: number
  /** The folder that is served at /assets/. */
  files: string
}): Promise<{ statuses: Record<string, number>; wrong: string[] }> {
  const wrong: string[] = []
  const logTo = logLines((line) => {
    const { level, msg } = JSON.parse(line) as { level: number; msg: string }
    if (level >= 50) wrong.push(`the log says ${msg}`)
  })
  const app = await startTestApp({
    web: { ...noPages, serve: (fastify) => serveFiles(fastify, files, async () => undefined) },
    logTo,
    env: { TRUST_PROXY: "127.0.0.1", LOG_LEVEL: "error" },
  })
  const random = createRandom(seed)
  const requests = Array.from({ length: count }, () => hostileRequest(random))
  const statuses: Record<string, number> = {}
  try {
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let next = requests.pop(); next; next = requests.pop()) {
          const status = await statusOf(app.port, next).catch((error: Error) => error.message)
          statuses[String(status ?? "none")] = (statuses[String(status ?? "none")] ?? 0) + 1
          const isFine = status === undefined || (typeof status === "number" && status < 500)
          if (!isFine)
            wrong.push(`${status}: ${JSON.stringify(next.toString("latin1")).slice(0, 300)}`)
        }
      }),
    )
    const { status } = await app.browser().get(host, "/healthz")
    if (status !== 200) wrong.push(`afterwards the server answers ${status}`)
  } finally {
    await app.close()
  }
  return { statuses, wrong }
}
