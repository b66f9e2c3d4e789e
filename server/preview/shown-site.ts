import type { FastifyRequest } from "fastify"
import { askedHosts } from "#platform/http/asked-host.ts"
import type { TrustsProxy } from "#platform/http/trusted-proxies.ts"
import type { SiteAddresses } from "#server/config/site-addresses.ts"
import type { Preview } from "#services/brands/previews/preview-links.ts"
import type { Previews } from "#services/brands/previews/previews.ts"
import { cookieNamed } from "../calls/cookies.ts"
import type { SiteAt } from "../calls/sites.ts"

/** The preview of this host that the browser of a request has; undefined for any other browser. */
export type PreviewAt = (request: FastifyRequest) => Preview | undefined

/**
 * The site of a request as the browser sees it: the previewed release, or the published site. Pages
 * and the calls for content use it. Every other call uses `siteAt`, because a preview signs no one
 * in and changes no rule.
 */
export function createShownSite({
  siteAt,
  trusts,
  previews,
  addresses,
}: {
  siteAt: SiteAt
  trusts: TrustsProxy
  previews: Previews
  addresses: Pick<SiteAddresses, "of">
}): { shownSiteAt: SiteAt; previewAt: PreviewAt } {
  function previewAt(request: FastifyRequest): Preview | undefined {
    for (const host of askedHosts(request, trusts)) {
      const token = request.cookies[cookieNamed("preview", addresses.of(host))]
      const preview = token === undefined ? undefined : previews.read(token, host)
      if (preview) return preview
    }
    return undefined
  }

  async function shownSiteAt(request: FastifyRequest) {
    const site = await siteAt(request)
    const preview = previewAt(request)
    if (!preview || (site && (site.client !== preview.client || site.host !== preview.host))) {
      return site
    }
    return (await previews.siteOf(preview, site)) ?? site
  }

  return { shownSiteAt, previewAt }
}
