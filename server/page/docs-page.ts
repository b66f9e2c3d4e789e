import { randomBytes } from "node:crypto"
import type { FastifyInstance } from "fastify"
import { escapeHtml } from "#contracts/placeholders.ts"
import { compressed } from "#platform/http/compressed.ts"
import { type OpenApiDocument, type Operation, openApiDocument } from "#server/calls/openapi.ts"
import { scriptlessPolicy } from "./content-security-policy.ts"

/** `/docs`: the API document as a page without a script. */
export function serveDocs(app: FastifyInstance): void {
  let body: string | undefined
  app.get("/docs", async (request, reply) => {
    body ??= documentHtml(openApiDocument())
    const nonce = randomBytes(16).toString("base64")
    reply.header("content-security-policy", scriptlessPolicy(nonce))
    reply.header("cache-control", "no-cache").type("text/html; charset=utf-8")
    return await compressed(request, reply, body.replaceAll("__NONCE__", nonce))
  })
}

function documentHtml(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationHtml(method, path, operation)),
  )
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>My Account API</title>
    <style nonce="__NONCE__">${style}</style>
  </head>
  <body>
    <main>
      <h1>My Account API</h1>
      <p>${escapeHtml(document.info.description)}</p>
      <p>For programs: <a href="/openapi.json">openapi.json</a> (OpenAPI ${document.openapi}).</p>
      ${operations.join("\n      ")}
      <h2>Errors</h2>
      <p>Every failure has this body; <code>messageId</code> is stable.</p>
      ${schemaHtml("Error", document.components.schemas.Error)}
    </main>
  </body>
</html>
`
}

function operationHtml(method: string, path: string, operation: Operation): string {
  const failures = Object.entries(operation.responses)
    .filter(([status]) => status !== "200")
    .map(([status, { description }]) => `<li><b>${status}</b> ${escapeHtml(description)}</li>`)
  return `<details>
        <summary><code><b>${method.toUpperCase()}</b> ${escapeHtml(path)}</code><span>${escapeHtml(operation.summary)}</span></summary>
        <p>${escapeHtml(operation.description)}</p>
        ${schemaHtml("Parameters", operation.parameters.length > 0 ? operation.parameters : undefined)}
        ${schemaHtml("Body", operation.requestBody?.content["application/json"].schema)}
        ${schemaHtml("Reply", operation.responses[200]?.content["application/json"].schema)}
        <h3>Failures</h3>
        <ul>${failures.join("")}</ul>
      </details>`
}

function schemaHtml(title: string, schema: object | undefined): string {
  if (schema === undefined) return ""
  return `<h3>${title}</h3><pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`
}

const style = `
  :root { color-scheme: light dark }
  body { font: 1.0625rem/1.5 system-ui, sans-serif; margin: 0 }
  main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem }
  details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
  summary { padding: .75rem 0; cursor: pointer }
  summary code { overflow-wrap: anywhere }
  summary span { display: block; opacity: .8 }
  h3 { font-size: 1rem; margin: 1rem 0 .25rem }
  pre { overflow: auto; max-height: 28rem; padding: 1rem; border-radius: .5rem; margin: 0;
    background: color-mix(in srgb, currentColor 7%, transparent); font-size: .875rem }
`
