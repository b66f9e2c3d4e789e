import { readdirSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import { authorizationTitles } from "#contracts/payments/authorization-rules.ts"
import type { TextFile } from "#platform/files/text-file.ts"
import { paragraphsOf } from "#platform/text/plain-text.ts"
import { brandFileNameOf } from "#services/brands/readiness/checked-brand.ts"
import { errorAt, type Finding, startOf, warningAt } from "#services/brands/readiness/finding.ts"

/** Texts that promise something to customers, or that they agree to. */
const legal = [
  "terms of service",
  "privacy policy",
  "site disclaimer",
  "transaction disclaimer",
  ...authorizationTitles,
].map(brandFileNameOf)

const demo = new URL("../../demo/", import.meta.url)

/**
 * Legal texts with the words of a sample: no one has decided that they are true for this company. A
 * brand without its own host may be tried with them.
 */
export function checkLegalTexts(texts: readonly TextFile[], isLive: boolean): Finding[] {
  samples ??= readSamples()
  return texts
    .filter(({ file, text }) => !isReviewed(text) && samples?.has(keyOf(file, text)))
    .map((text) => (isLive ? errorAt : warningAt)("legal", startOf(text), words))
}

const words = {
  reason: "customers would agree to, or rely on, the words of a sample",
  fix: "Write your own words. If your lawyer accepts these, add a line <!-- Reviewed: NAME, DATE --> to the file.",
}

/** The samples, which do not change while a process runs. */
let samples: ReadonlySet<string> | undefined

/** The words of each legal text of the samples, with the name of its file. */
function readSamples(): ReadonlySet<string> {
  const files = readdirSync(demo, { recursive: true, encoding: "utf8" })
  const texts = files.filter((file) => legal.includes(basename(file)))
  return new Set(texts.map((file) => keyOf(file, readFileSync(new URL(file, demo), "utf8"))))
}

function keyOf(file: string, html: string): string {
  return `${basename(file)} ${wordsOf(html)}`
}

function isReviewed(text: string): boolean {
  return /<!--\s*Reviewed:\s*[^\s-][^>]*-->/i.test(text)
}

/** Only the words: another phone number, date or time zone does not make a text the brand's own. */
function wordsOf(html: string): string {
  return paragraphsOf(html)
    .join(" ")
    .replace(/midnight .{1,40}? Time/g, "midnight")
    .replace(
      /(January|February|March|April|May|June|July|August|September|October|November|December) \d/g,
      "",
    )
    .replace(/[^\p{L}]+/gu, " ")
    .trim()
    .toLowerCase()
}
