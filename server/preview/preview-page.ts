import { randomBytes } from "node:crypto"
import type { FastifyInstance } from "fastify"
import { z } from "zod"
import { escapeHtml } from "#contracts/placeholders.ts"
import { askedHosts } from "#platform/http/asked-host.ts"
import type { TrustsProxy } from "#platform/http/trusted-proxies.ts"
import { cookiesOf } from "#server/calls/cookies.ts"
import type { SiteAddresses } from "#server/config/site-addresses.ts"
import type { SiteRow } from "#services/brands/clients.ts"
import type { Previews } from "#services/brands/previews/previews.ts"

/** The path of preview links; their token comes after a #, so that no server logs it. */
const previewPath = "/preview"
const leavePath = "/preview/leave"

const body = z.strictObject({ token: z.string() })

/**
 * Serves the links of previews: the page exchanges the token for a cookie of this host, and then the
 * pages of the host show the release to this browser.
 */
export function servePreviews(
  app: FastifyInstance,
  needs: {
    previews: Pick<Previews, "read">
    addresses: Pick<SiteAddresses, "of">
    trusts: TrustsProxy
    now: () => Date
  },
): void {
  const { previews, addresses, trusts, now } = needs
  app.get(previewPath, async (_request, reply) => {
    const nonce = randomBytes(16).toString("base64")
    reply.header(
      "content-security-policy",
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    reply.header("referrer-policy", "no-referrer")
    reply.header("cache-control", "no-store").type("text/html; charset=utf-8")
    return document.replaceAll("__NONCE__", nonce)
  })

  app.post(previewPath, async (request, reply) => {
    reply.header("cache-control", "no-store")
    const { token } = body.safeParse(request.body).data ?? { token: "" }
    for (const host of askedHosts(request, trusts)) {
      const address = addresses.of(host)
      const { origin } = request.headers
      const preview = previews.read(token, host)
      if (!preview || (origin !== undefined && origin !== address)) continue
      const seconds = Math.floor((preview.expires - now().getTime()) / 1000)
      cookiesOf(request, reply, address).set("preview", token, seconds)
      return await reply.code(204).send()
    }
    return await reply.code(403).send({ message: "This preview link does not work here." })
  })

  app.get(leavePath, async (request, reply) => {
    for (const host of askedHosts(request, trusts)) {
      cookiesOf(request, reply, addresses.of(host)).clear("preview")
    }
    return await reply.header("cache-control", "no-store").redirect("/", 303)
  })
}

/** The page with a bar that names the previewed release; the unchanged page without a preview. */
export function withPreviewBar(
  html: string,
  { preview }: Pick<SiteRow, "preview">,
  nonce: string,
): string {
  if (!preview) return html
  const shared = preview.shared === null ? "" : ` with shared texts ${preview.shared}`
  const state = preview.isPublished && shared === "" ? "which is published now" : "not published"
  const text = escapeHtml(`Preview of release ${preview.number}${shared}, ${state}.`)
  return html.replace(
    "</body>",
    () => `<style nonce="${nonce}">${barStyles}</style>
    <aside class="preview-bar" aria-label="Preview"><p>${text} <a href="${leavePath}">Leave preview</a></p></aside>
  </body>`,
  )
}

/**
 * The bar is above the screen but after it in the document, whose first link skips to the content.
 * Its colors are fixed, so that no brand makes it unreadable.
 */
const barStyles = `body{display:flex;flex-direction:column}#root{min-width:0}.preview-bar{order:-1;background:#2b2118;color:#fff;font:1rem/1.5 system-ui,sans-serif;padding:.5rem 1rem;text-align:center}
.preview-bar p{margin:0;max-width:none}
.preview-bar a{color:#ffd79a;display:inline-block;padding:.625rem .5rem;text-decoration:underline}
.preview-bar a:focus-visible{outline:3px solid #ffd79a;outline-offset:-2px}
@media print{.preview-bar{display:none}}`

const document = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Preview</title>
    <style nonce="__NONCE__">:root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif }
      main { max-width: 34rem; margin: 20vh auto 0; padding: 1rem } h1 { font-size: 1.5rem; line-height: 1.25 }</style>
  </head>
  <body>
    <main>
      <h1 id="title">Opening the preview</h1>
      <p id="text">This takes a moment.</p>
    </main>
    <script nonce="__NONCE__">
      const token = location.hash.slice(1)
      history.replaceState(null, "", location.pathname)
      fetch("${previewPath}", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ token }),
      }).then(
        ({ ok, status }) => {
          if (ok) location.replace("/")
          else if (status === 403) say("This preview link does not work", "It may have expired, or it belongs to another site. Please ask for a new link.")
          else say("The preview did not open", "Please open the link again.")
        },
        () => say("The preview did not open", "Please open the link again."),
      )
      function say(title, text) {
        document.getElementById("title").textContent = title
        document.getElementById("text").textContent = text
      }
    </script>
  </body>
</html>
`
