import { type Color, interpolate, parse } from "culori"
import type { Token } from "./sheet.ts"

export type ColorScheme = "light" | "dark"

/**
 * The value of each custom property in a color scheme. As in browsers, the last value wins, and
 * values outside of layers win over those in layers.
 */
export function valuesIn(scheme: ColorScheme, tokens: readonly Token[]): Map<string, Token> {
  const shown = tokens.filter(({ isDark, isLight }) => (scheme === "dark" ? !isLight : !isDark))
  const inOrder = [
    ...shown.filter(({ isLayered }) => isLayered),
    ...shown.filter(({ isLayered }) => !isLayered),
  ]
  return new Map(inOrder.map((token) => [token.name, token]))
}

/** The color of a value, with var() and color-mix() resolved; undefined if it is not a color. */
export function colorOf(value: string, values: ReadonlyMap<string, Token>): Color | undefined {
  const resolved = resolve(value, values, 0)
  return resolved === undefined ? undefined : colorIn(resolved)
}

/** Longer chains of var() must be circular. */
const longestChain = 20

function resolve(
  value: string,
  values: ReadonlyMap<string, Token>,
  depth: number,
): string | undefined {
  if (depth > longestChain) return undefined
  const match = /var\(\s*(--[\w-]+)\s*(?:,([^()]*(?:\([^()]*\)[^()]*)*))?\)/.exec(value)
  if (!match) return value
  const [use, name = "", otherwise] = match
  const found = values.get(name)?.value ?? otherwise
  if (found === undefined) return undefined
  return resolve(
    value.replace(use, () => found.trim()),
    values,
    depth + 1,
  )
}

const spaces = {
  srgb: "rgb",
  "srgb-linear": "lrgb",
  oklab: "oklab",
  oklch: "oklch",
  lab: "lab",
  lch: "lch",
  hsl: "hsl",
} as const

function colorIn(text: string): Color | undefined {
  const value = text.trim()
  const mix = /^color-mix\(\s*in\s+([\w-]+)\s*,(.*)\)$/s.exec(value)
  if (!mix) return parse(value)
  const mode = spaces[mix[1] as keyof typeof spaces]
  const parts = splitAtCommas(mix[2] ?? "").map(shareOf)
  const [one, other] = parts
  if (!mode || !one?.color || !other?.color || parts.length !== 2) return undefined
  const share = one.share ?? (other.share === undefined ? 0.5 : 1 - other.share)
  const otherShare = other.share ?? 1 - share
  // A transparent color has no influence on the hue. Source: CSS Color 5, color-mix().
  return interpolate([one.color, other.color], mode)(otherShare / (share + otherShare))
}

function shareOf(part: string): { color: Color | undefined; share: number | undefined } {
  const percent = /(?:^|\s)([\d.]+)%\s*$|^([\d.]+)%\s/.exec(part.trim())
  const share = percent ? Number(percent[1] ?? percent[2]) / 100 : undefined
  const color = colorIn(percent ? part.trim().replace(percent[0], " ") : part)
  return { color, share }
}

function splitAtCommas(text: string): string[] {
  const parts = [""]
  let depth = 0
  for (const character of text) {
    if (character === "(") depth += 1
    if (character === ")") depth -= 1
    if (character === "," && depth === 0) parts.push("")
    else parts[parts.length - 1] += character
  }
  return parts
}
