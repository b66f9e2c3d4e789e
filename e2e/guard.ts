import type { BrowserContext } from "@playwright/test"
import type { StartedApp } from "#testing/e2e-server.ts"

/**
 * Records faults of a page: printed errors, thrown errors, and requests to hosts other than its own
 * and the payment gateway. A 4xx response to a call is not a fault, although the browser prints it
 * as an error.
 */
export function watchPages(context: BrowserContext, { port, gatewayPort }: StartedApp): string[] {
  const faults: string[] = []
  context.on("console", (message) => {
    if (message.type() !== "error") return
    if (isAnswerOfCall(message.text(), message.location().url)) return
    faults.push(`printed: ${message.text()} (${message.location().url})`)
  })
  context.on("weberror", (error) => {
    faults.push(`threw: ${error.error().stack ?? error.error()}`)
  })
  context.on("request", (request) => {
    const { protocol, hostname, port: asked } = new URL(request.url())
    if (protocol === "data:" || protocol === "blob:" || protocol === "about:") return
    const isOurs = hostname === "localhost" || hostname.endsWith(".localhost")
    if (hostname === "127.0.0.1" && asked === String(gatewayPort)) return
    if (!isOurs || asked !== String(port)) faults.push(`asked another host: ${request.url()}`)
  })
  return faults
}

function isAnswerOfCall(text: string, url: string): boolean {
  return (
    /^Failed to load resource: the server responded with a status of 4\d\d/.test(text) &&
    /^\/(appauth|appcontent|myaccount-core|tokens)\b/.test(new URL(url).pathname)
  )
}
