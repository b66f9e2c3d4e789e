import type { FastifyInstance, FastifyRequest } from "fastify"
import { compressed } from "#platform/http/compressed.ts"
import type { SiteAt } from "#server/calls/sites.ts"
import type { PreviewAt } from "#server/preview/shown-site.ts"
import { previewVersion } from "#services/brands/clients.ts"
import { mediaTypeOf } from "#services/brands/loading/asset-files.ts"
import type { Previews } from "#services/brands/previews/previews.ts"
import type { AssetRow } from "#services/brands/sites.store.ts"

interface Params {
  client: string
  /** The hash of the file, or the release that a browser previews. */
  version: string
  name: string
}

interface Found {
  asset: AssetRow
  cacheControl: string
}

interface Source {
  /** A published file by its name. */
  asset(client: string, name: string): Promise<AssetRow | undefined>
  /** A file that was published earlier, by its hash. */
  earlierFile(client: string, hash: string): Promise<AssetRow | undefined>
  siteAt: SiteAt
  previewAt: PreviewAt
  previews: Pick<Previews, "asset">
}

/**
 * Serves the logos, style sheets and fonts that an operator loaded: published files, files named by
 * a page from before the last release, and files of a release to a browser that previews it. A host
 * serves the files of its own client and of the unions of its group, so that no one can find out
 * which other clients the installation has.
 */
export function serveBrandFiles(app: FastifyInstance, source: Source): void {
  app.get<{ Params: Params }>("/brand/:client/:version/:name", async (request, reply) => {
    const { client, version, name } = request.params
    // The database cannot store the character NUL, so no file name contains it.
    const isPossible = !`${client}${version}${name}`.includes("\0")
    const found = isPossible ? await find(request, request.params, source) : undefined
    if (!found) return await reply.code(404).send()
    const { asset, cacheControl } = found
    reply.header("cache-control", cacheControl)
    // An SVG that is opened directly is a document, so it must not run scripts.
    reply.header(
      "content-security-policy",
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
    )
    reply.type(
      asset.mediaType === "image/svg+xml" ? "image/svg+xml; charset=utf-8" : asset.mediaType,
    )
    const isText = /^(text\/|image\/svg)/.test(asset.mediaType)
    return isText ? await compressed(request, reply, asset.body) : asset.body
  })
}

async function find(
  request: FastifyRequest,
  { client, version, name }: Params,
  { asset, earlierFile, siteAt, previewAt, previews }: Source,
): Promise<Found | undefined> {
  if (version.startsWith("preview-")) {
    const preview = previewAt(request)
    const isOwn = preview?.client === client && previewVersion(preview) === version
    const file = isOwn ? await previews.asset(preview, name) : undefined
    return file && { asset: file, cacheControl: "no-store" }
  }
  const site = await siteAt(request)
  const unions = site?.group?.items ?? []
  const isOfHost = site?.client === client || unions.some((union) => union.client === client)
  if (!isOfHost) return undefined
  const published = await asset(client, name)
  if (published?.hash === version) return { asset: published, cacheControl: forever }
  const earlier = await earlierFile(client, version)
  // A style sheet names fonts and pictures under its own hash, and no other style sheet.
  const isFile = earlier?.mediaType === mediaTypeOf(name)
  if (earlier && isFile) return { asset: earlier, cacheControl: forever }
  return published && { asset: published, cacheControl: "public, max-age=3600" }
}

const forever = "public, max-age=31536000, immutable"
