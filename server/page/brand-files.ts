import type { FastifyInstance } from "fastify"
import { compressed } from "#platform/http/compressed.ts"
import type { AssetRow } from "#services/brands/sites.store.ts"

/** Serves the logos, style sheets and fonts that an operator loaded. */
export function serveBrandFiles(
  app: FastifyInstance,
  find: (client: string, name: string) => Promise<AssetRow | undefined>,
): void {
  app.get<{ Params: { client: string; hash: string; name: string } }>(
    "/brand/:client/:hash/:name",
    async (request, reply) => {
      const { client, hash, name } = request.params
      // No database stores the character NUL, so no file has it in its name.
      const asset = `${client}${name}`.includes("\0") ? undefined : await find(client, name)
      if (!asset) return await reply.code(404).send()
      // A style sheet names its fonts without their hash: those may be cached for an hour.
      const life = hash === asset.hash ? "max-age=31536000, immutable" : "max-age=3600"
      reply.header("cache-control", `public, ${life}`)
      // An SVG opened directly is a document: it may not run anything.
      reply.header(
        "content-security-policy",
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
      )
      reply.type(asset.mediaType)
      const isText = /^(text\/|image\/svg)/.test(asset.mediaType)
      return isText ? await compressed(request, reply, asset.body) : asset.body
    },
  )
}
