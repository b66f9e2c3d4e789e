import type { FastifyReply } from "fastify"
import { isPaymentAddress } from "#contracts/screens.ts"
import { hasBrandScripts, type SiteRow } from "#services/brands/clients.ts"
import {
  brandScriptsPolicy,
  type GatewayOrigins,
  noGateway,
  ownFilesPolicy,
  trustedTypesReportOnly,
} from "./content-security-policy.ts"

/** The parts of a document besides the application. */
export interface PageDocument {
  /** Whether it contains the scripts and head tags of its brand. */
  carriesBrandScripts: boolean
  /** The head tags that it contains. */
  headTags: SiteRow["headTags"]
  bodyScripts: SiteRow["bodyScripts"]
}

/**
 * The parts of the document at `path`. Every page of `/payment-center` can contain a card form, so
 * it contains only the icon of the brand.
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

/**
 * Sets the allowed sources of the document and, if other pages of the brand have scripts, which
 * windows may access it.
 */
export function setDocumentHeaders(
  reply: FastifyReply,
  needs: {
    nonce: string
    path: string
    site: SiteRow | undefined
    document: PageDocument | undefined
    /** What payment pages may load of the gateway. */
    gateway: () => GatewayOrigins
    inlineHashes: readonly string[]
  },
): void {
  const { nonce, path, site, document, gateway, inlineHashes } = needs
  if (site && hasBrandScripts(site)) {
    // A brand script could open a payment screen in a window and read it, because both share an
    // origin. With this value on both, no window can access the one it opened, and moving between
    // the two keeps the history state.
    reply.header("cross-origin-opener-policy", "noopener-allow-popups")
  }
  if (site && document?.carriesBrandScripts) {
    reply.header("content-security-policy", brandScriptsPolicy(nonce, site))
    reply.header("content-security-policy-report-only", trustedTypesReportOnly)
  } else {
    // Staff add no payment methods.
    const hasForm = isPaymentAddress(path) && site?.isCustomerSite !== false
    const allowed = hasForm ? gateway() : noGateway
    reply.header("content-security-policy", ownFilesPolicy(nonce, allowed, inlineHashes))
  }
}
