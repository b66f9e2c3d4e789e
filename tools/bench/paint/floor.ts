import { request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { buffer } from "node:stream/consumers"
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib"

/** Uses the level of platform/http/compressed.ts. */
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/**
 * The fastest possible page: a server that answers the portal's pages with the same HTML and
 * styles, without any script and without the files that scripts load.
 */
export async function startFloor(portalPort: number): Promise<AsyncDisposable & { port: number }> {
  const server = createServer((request, response) => void answer(portalPort, request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return {
    port: typeof address === "object" ? (address?.port ?? 0) : 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(port: number, request: IncomingMessage, response: ServerResponse) {
  const host = `${(request.headers.host ?? "").split(":")[0]}:${port}`
  const headers = { ...request.headers, host }
  const sent = ask({ host: "127.0.0.1", port, path: request.url, headers }, (reply) => {
    if (reply.headers["content-type"]?.startsWith("text/html")) void answerPage(reply, response)
    else reply.pipe(response.writeHead(reply.statusCode ?? 500, reply.headers))
  })
  sent.on("error", () => response.destroy())
  sent.end()
}

async function answerPage(reply: IncomingMessage, response: ServerResponse) {
  const html = brotliDecompressSync(await buffer(reply)).toString()
  const body = brotliCompressSync(withoutScripts(html), compression)
  response.writeHead(reply.statusCode ?? 500, { ...reply.headers, "content-length": body.length })
  response.end(body)
}

function withoutScripts(html: string): string {
  return html
    .replace(/<template id="late">.*?<\/template>/s, "")
    .replace(/<script(?! type="application\/json")[^>]*>.*?<\/script>/gs, "")
    .replace(/<link rel="modulepreload"[^>]*>/g, "")
}
