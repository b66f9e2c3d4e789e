import { ReleaseRefused } from "./release-checks.ts"

const color =
  /^(#([0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})|(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([\d\s.,%/+-]+(deg|rad|turn)?[\d\s.,%/+-]*\)|[a-z]{3,30})$/i

/**
 * The style sheet with another color for this token, such as `--brand-accent`: where it is declared
 * outside of `@media (prefers-color-scheme: dark)`, or with `isDark` inside.
 *
 * Errors: `ReleaseRefused` for an unknown token or a value that is no color.
 */
export function changedToken(css: string, token: string, value: string, isDark: boolean): string {
  if (!color.test(value.trim())) {
    throw new ReleaseRefused(`"${value}" is no color such as #123456, rgb(18 52 86) or navy.`)
  }
  const plain = withoutComments(css)
  const known = [...plain.matchAll(/(?<=[{;]\s*)(--[\w-]+)\s*:([^;}]*?)(?=\s*[;}])/g)].map(
    (found) => ({
      name: found[1] ?? "",
      isDark: isInDark(plain, found.index),
      // The value is what follows the colon.
      from: found.index + found[0].length - (found[2] ?? "").length,
      to: found.index + found[0].length,
    }),
  )
  const places = known.filter((one) => one.name === token && one.isDark === isDark)
  if (places.length === 0) {
    const names = new Set(known.filter((one) => one.isDark === isDark).map(({ name }) => name))
    const where = isDark ? "for the dark scheme " : ""
    throw new ReleaseRefused(
      `The style sheet has no token ${token} ${where}of this brand. It has ${[...names].join(", ") || "none"}.`,
    )
  }
  return places.reduceRight(
    (text, { from, to }) => `${text.slice(0, from)} ${value.trim()}${text.slice(to)}`,
    css,
  )
}

/** Comments become spaces, so that every place keeps its position. */
function withoutComments(css: string): string {
  return css.replace(/\/\*.*?\*\//gs, (comment) => " ".repeat(comment.length))
}

/** Whether the place is in the braces of a media query for the dark scheme. */
function isInDark(css: string, place: number): boolean {
  return [...css.matchAll(/@media[^{]*prefers-color-scheme:\s*dark[^{]*\{/g)].some((query) => {
    const from = query.index + query[0].length
    if (place < from) return false
    let depth = 1
    for (const sign of css.slice(from, place)) {
      if (sign === "{") depth += 1
      if (sign === "}") depth -= 1
      if (depth === 0) return false
    }
    return true
  })
}
