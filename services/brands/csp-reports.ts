import { screenAt, screens } from "#contracts/screens.ts"
import type { Database } from "#database/open.ts"
import type { Clock } from "#platform/clock.ts"
import { earlier } from "#platform/time.ts"
import { addReport, type CspReport, countReport, deleteOldReports } from "./csp-reports.store.ts"

/** More kinds of violations than a brand's tools cause; what comes beyond is counted, not kept. */
const mostRows = 500
const keepDays = 90

/** A report as browsers send it: all of it is a stranger's word. */
export interface SentReport {
  directive: unknown
  blocked: unknown
  document: unknown
  source: unknown
  disposition: unknown
}

/** What became of a report. `new` is the first of its kind. */
export type Kept = "new" | "counted" | "dropped"

/** Keeps what browsers were refused by the policy of a page, per client and kind. */
export function createCspReports({ database, clock }: { database: Database; clock: Clock }) {
  return {
    /** Keeps one report of a page of `client`. */
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
    /** Forgets what was last reported 90 days ago. */
    async forgetOld(): Promise<void> {
      const before = earlier(clock.now(), { days: keepDays })
      await deleteOldReports(database, before)
    },
  }
}

/** Only words of fixed lists, origins, and addresses of screens: no query, no id, no content. */
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
  const [name = ""] = String(sent).split(" ")
  return directives.has(name) ? name : "other"
}

const words = new Set([
  ...["inline", "eval", "wasm-eval", "self", "data", "blob", "about"],
  ...["trusted-types-policy", "trusted-types-sink"],
])

/** The origin of an address, or one of the words that stand for what has none. */
function originIn(sent: unknown): string {
  if (typeof sent !== "string" || sent === "") return "none"
  if (words.has(sent)) return sent
  const { protocol = "", origin = "" } = URL.parse(sent) ?? {}
  if (/^(https?|wss?):$/.test(protocol) && origin.length <= 200) return origin
  return words.has(protocol.slice(0, -1)) ? protocol.slice(0, -1) : "other"
}

function screenIn(sent: unknown, isCustomerSite: boolean): string {
  const path = URL.parse(String(sent))?.pathname
  const screen = path === undefined ? undefined : screenAt(path, isCustomerSite)
  return screen ? screens[screen].path : "other"
}
