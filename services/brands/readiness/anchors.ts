import { lineAt, type TextFile } from "#platform/files/text-file.ts"
import type { FindingPlace } from "./finding.ts"

/** A link in a text. */
export interface Anchor {
  /** Its address without spaces around it; "" if it has none. */
  href: string
  /** The words of the link that customers see, without tags. */
  words: string
  place: FindingPlace
}

const tag = /<a\b([^>]*)>(.*?)(?=<\/a\s*>|<a\b|$)/gis
const hrefIn = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i

/** The links of a text, in order. */
export function anchorsOf(source: TextFile): Anchor[] {
  return [...source.text.matchAll(tag)].map(({ index, 1: attributes = "", 2: inside = "" }) => {
    const [, double, single, bare] = hrefIn.exec(attributes) ?? []
    return {
      href: (double ?? single ?? bare ?? "").trim(),
      words: inside.replace(/<[^>]*>/g, " ").trim(),
      place: { file: source.file, line: lineAt(source, index) },
    }
  })
}
