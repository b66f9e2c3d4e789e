import { screenAt, screens } from "#contracts/screens.ts"
import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { addReport, type CspReport, countReport, deleteOldReports } from "./csp-reports.store.ts"

/**
 * More kinds of violations than the tools of a brand cause. Reports above this limit are counted,
 * not stored.
 */
const mostRows = 500

/** A report from a browser. Anyone can send one, so its fields are not trusted. */
export interface SentReport {
  directive: unknown
  blocked: unknown
  document: unknown
  source: unknown
  disposition: unknown
}

/** What happened to a report. `new`: the first of its kind. */
export type Kept = "new" | "counted" | "dropped"

/** Stores violations of the policy of pages, by client and kind. */
export function createCspReports({ database, clock }: { database: Database; clock: Clock }) {
  return {
    /** Stores one report of a page of `client`. */
    async keep(
      { client, isCustomerSite }: { client: string; isCustomerSite: boolean },
      sent: SentReport,
    ): Promise<{ report: CspReport; kept: Kept }> {
      const report = cleaned(sent, isCustomerSite)
      const now = clock.now()
      if (await countReport(database, client, report, now)) return { report, kept: "counted" }
      const isAdded = await addReport(database, client, report, now, mostRows)
      return { report, kept: isAdded ? "new" : "dropped" }
    },
    /** Deletes reports that were last seen before this moment. */
    async forgetOld(before: Date): Promise<void> {
      await deleteOldReports(database, before)
    },
  }
}

/**
 * The report reduced to words from fixed lists, origins, and screen addresses: no query, id or
 * content.
 */
function cleaned(sent: SentReport, isCustomerSite: boolean): CspReport {
  return {
    directive: directiveOf(sent.directive),
    blocked: originIn(sent.blocked),
    document: screenIn(sent.document, isCustomerSite),
    source: originIn(sent.source),
    disposition: sent.disposition === "report" ? "report" : "enforce",
  }
}

const directives = new Set([
  ...["default-src", "script-src", "script-src-elem", "script-src-attr", "style-src"],
  ...["style-src-elem", "style-src-attr", "img-src", "font-src", "frame-src", "worker-src"],
  ...["connect-src", "base-uri", "form-action", "frame-ancestors", "media-src", "object-src"],
  ...["manifest-src", "require-trusted-types-for", "trusted-types"],
])

function directiveOf(sent: unknown): string {
  const [name = ""] = typeof sent === "string" ? sent.split(" ") : []
  return directives.has(name) ? name : "other"
}

const words = new Set([
  ...["inline", "eval", "wasm-eval", "self", "data", "blob", "about"],
  ...["trusted-types-policy", "trusted-types-sink"],
])

/** The origin of an address, or a fixed word if it does not have one. */
function originIn(sent: unknown): string {
  if (typeof sent !== "string" || sent === "") return "none"
  if (words.has(sent)) return sent
  const { protocol = "", origin = "" } = URL.parse(sent) ?? {}
  if (/^(https?|wss?):$/.test(protocol) && origin.length <= 200) return origin
  return words.has(protocol.slice(0, -1)) ? protocol.slice(0, -1) : "other"
}

function screenIn(sent: unknown, isCustomerSite: boolean): string {
  const path = typeof sent === "string" ? URL.parse(sent)?.pathname : undefined
  const screen = path === undefined ? undefined : screenAt(path, isCustomerSite)
  return screen ? screens[screen].path : "other"
}
