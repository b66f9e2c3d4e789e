import { randomBytes } from "node:crypto"
import type { FastifyReply } from "fastify"

interface SandboxPage {
  title: string
  style: string
  /** The HTML of the body. Only elements with this nonce are styles and scripts. */
  body(nonce: string): string
  /** Whether it has a script, which may call the sandbox. */
  hasScript?: boolean
  /** Attributes of the root element. */
  attributes?: string
  /** The sites that may show it in a frame. */
  framedBy: string
  /** Where its forms may lead. */
  formAction?: string
}

/** Answers with a page of the sandbox, which loads nothing from elsewhere and is not stored. */
export function answerPage(reply: FastifyReply, page: SandboxPage): string {
  const { title, style, body, hasScript, attributes = "", framedBy, formAction = "'none'" } = page
  const nonce = randomBytes(16).toString("base64")
  const policy = [
    "default-src 'none'",
    ...(hasScript ? [`script-src 'nonce-${nonce}'`, "connect-src 'self'"] : []),
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    `form-action ${formAction}`,
    `frame-ancestors ${framedBy}`,
  ]
  reply.header("content-security-policy", policy.join("; "))
  reply.header("cache-control", "no-store").type("text/html; charset=utf-8")
  return `<!doctype html>
<html lang="en"${attributes}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <style nonce="${nonce}">${style}</style>
  </head>
  <body>
${body(nonce)}
  </body>
</html>
`
}
