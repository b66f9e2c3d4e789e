/** A style sheet in parts: strings, comments, addresses, and everything else. */
export interface CssPart {
  kind: "string" | "comment" | "url" | "other"
  text: string
}

/**
 * A string, a comment, or `url()` without quotes; an unclosed one extends to the end. Source: CSS
 * Syntax 3, 4.3.
 */
const special =
  /(?<string>"(?:\\[\s\S]|[^"\\\n])*(?:"|$|(?=\n))|'(?:\\[\s\S]|[^'\\\n])*(?:'|$|(?=\n)))|(?<comment>\/\*[\s\S]*?(?:\*\/|$))|(?<url>\burl\(\s*(?!["'\s])[^)]*\))/gi

/** The parts of a style sheet, in order and without a gap. */
export function cssParts(css: string): CssPart[] {
  const parts: CssPart[] = []
  let end = 0
  const other = (to: number) => {
    if (to > end) parts.push({ kind: "other", text: css.slice(end, to) })
  }
  for (const match of css.matchAll(special)) {
    const { string, comment } = match.groups ?? {}
    other(match.index)
    const kind = string !== undefined ? "string" : comment !== undefined ? "comment" : "url"
    parts.push({ kind, text: match[0] })
    end = match.index + match[0].length
  }
  other(css.length)
  return parts
}
