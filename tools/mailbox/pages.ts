import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { createEventInbox } from "./events.ts"
import type { Message } from "./message.ts"

const files: Record<string, { name: string; type: string }> = {
  "/": { name: "mailbox.html", type: "text/html; charset=utf-8" },
  "/mailbox.css": { name: "mailbox.css", type: "text/css; charset=utf-8" },
  "/mailbox.js": { name: "mailbox.js", type: "text/javascript; charset=utf-8" },
}

const always = {
  "Cache-Control": "no-cache",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/** An email is untrusted HTML: it is shown without scripts, network or the mailbox's origin. */
const aroundEmail =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

/**
 * The mailbox's HTTP server: `GET /` for people, `GET /messages` for programs. `POST /events` receives
 * signed events, and `GET /events` lists them, newest first.
 */
export function createPages(
  messages: () => Message[],
  events: ReturnType<typeof createEventInbox>,
): Server {
  return createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname
    const file = files[path]
    const shownId = /^\/messages\/([\w-]+)\/html$/.exec(path)?.[1]
    if (!isThisMachine(request)) return answer(response, 421, "text/plain", "Ask for localhost.")
    if (path === "/events" && request.method === "POST") {
      events.receive(request).then(
        (status) => response.writeHead(status).end(),
        () => response.writeHead(400).end(),
      )
      return
    }
    if (request.method !== "GET") return answer(response, 405, "text/plain", "GET only.")
    if (path === "/events") return answerJson(response, events.list())
    if (path === "/messages") return answerList(request, response, messages())
    if (file) return answer(response, 200, file.type, readFileSync(new URL(file.name, folder)))
    const shown = messages().find((message) => message.id === shownId)
    if (!shown) return answer(response, 404, "text/plain", "There is no such page or email.")
    response.setHeader("Content-Security-Policy", aroundEmail)
    // Links of an email open in a new tab instead of the frame.
    const html = shown.html.replace(/<head\b[^>]*>/i, '$&<base target="_blank">')
    answer(response, 200, "text/html; charset=utf-8", html)
  })
}

const folder = new URL("./page/", import.meta.url)

/** Refuses other host names, by which another site could read the emails (DNS rebinding). */
function isThisMachine(request: IncomingMessage): boolean {
  return /^(127\.0\.0\.1|([\w-]+\.)*localhost)(:\d+)?$/.test(request.headers.host ?? "")
}

/** Answers repeated requests with an empty 304 until a new email arrives. */
function answerList(request: IncomingMessage, response: ServerResponse, messages: Message[]) {
  const tag = `"${messages[0]?.id ?? "empty"}"`
  response.setHeader("ETag", tag)
  if (request.headers["if-none-match"] === tag) {
    response.writeHead(304).end()
    return
  }
  answerJson(response, messages)
}

function answerJson(response: ServerResponse, value: unknown) {
  answer(response, 200, "application/json; charset=utf-8", JSON.stringify(value))
}

function answer(response: ServerResponse, status: number, type: string, body: string | Buffer) {
  for (const [name, value] of Object.entries(always)) {
    if (!response.hasHeader(name)) response.setHeader(name, value)
  }
  response.writeHead(status, { "Content-Type": type }).end(body)
}
