import type { FastifyReply } from "fastify"
import { isPaymentAddress } from "#contracts/screens.ts"
import { hasBrandScripts, type SiteRow } from "#services/brands/clients.ts"
import {
  brandScriptsPolicy,
  ownFilesPolicy,
  trustedTypesReportOnly,
} from "./content-security-policy.ts"

/** What goes with a document besides the application. */
export interface PageDocument {
  /** Whether it carries the scripts and head tags of its brand. */
  carriesBrandScripts: boolean
  /** The head tags that it carries. */
  headTags: SiteRow["headTags"]
  bodyScripts: SiteRow["bodyScripts"]
}

/**
 * What the document of `path` carries. All of `/payment-center` can hold a card form: it carries
 * nothing of the brand but its icon.
 */
export function documentOf(site: SiteRow, path: string): PageDocument {
  if (!isPaymentAddress(path)) {
    const { headTags, bodyScripts } = site
    return { carriesBrandScripts: hasBrandScripts(site), headTags, bodyScripts }
  }
  return { carriesBrandScripts: false, headTags: site.headTags.filter(isOwnIcon), bodyScripts: [] }
}

function isOwnIcon(headTag: SiteRow["headTags"][number]): boolean {
  return headTag.tag === "link" && /\bicon$/.test(headTag.rel) && /^\/(?!\/)/.test(headTag.href)
}

/** Says what the document may load, and, where another one of the brand has scripts, who may open it. */
export function setDocumentHeaders(
  reply: FastifyReply,
  needs: {
    nonce: string
    site: SiteRow | undefined
    document: PageDocument | undefined
    gatewayOrigins: readonly string[]
    inlineHashes: readonly string[]
  },
): void {
  const { nonce, site, document, gatewayOrigins, inlineHashes } = needs
  if (site && hasBrandScripts(site)) {
    // A script of the brand could open a payment screen in a window and read it, because both are of
    // one origin. With this value on both, no window reaches into the one that it opened, and moving
    // between the two keeps the state of the history.
    reply.header("cross-origin-opener-policy", "noopener-allow-popups")
  }
  if (site && document?.carriesBrandScripts) {
    reply.header("content-security-policy", brandScriptsPolicy(nonce, site))
    reply.header("content-security-policy-report-only", trustedTypesReportOnly)
  } else {
    reply.header("content-security-policy", ownFilesPolicy(nonce, gatewayOrigins, inlineHashes))
  }
}
