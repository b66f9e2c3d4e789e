import { blend, type Color, formatHex, wcagContrast } from "culori"
import { type ColorScheme, colorOf, valuesIn } from "./colors.ts"
import { errorAt, type Finding } from "./finding.ts"
import type { StyleRules, Token } from "./sheet.ts"

/**
 * The minimum contrast of text, and of the parts that a person must see to use a field. Source:
 * WCAG 2.2, 1.4.3 and 1.4.11.
 */
const least = { text: 4.5, shape: 3 }

interface Pair {
  ink: string
  /** Candidates for the background color. The first one that is a color counts. */
  on: readonly string[]
  kind: keyof typeof least
  /** The part of a screen with this pair. */
  seen: string
}

/** Pairs of a foreground and a background that screens use. */
const pairs: readonly Pair[] = [
  ...on(
    ["--brand-page-bg", "--surface", "--surface-sunken"],
    [
      ["--ink", "text"],
      ["--ink-soft", "quiet text"],
      ["--brand-accent-strong", "links"],
    ],
  ),
  ...on(
    ["--brand-page-bg", "--surface"],
    [
      ["--brand-heading-ink", "headings"],
      ["--brand-accent", "text in the accent color"],
      ["--danger-ink", "errors"],
    ],
  ),
  ...on(
    ["--brand-accent-soft"],
    [
      ["--brand-accent-strong", "links in a chosen line"],
      ["--ink", "text in a chosen line"],
    ],
  ),
  ...on(["--brand-accent", "--accent-hover"], [["--brand-on-accent", "buttons"]]),
  ...on(["--danger-ink", "--danger-hover"], [["--surface", "buttons that delete"]]),
  ...on(["--brand-header-bg"], [["--brand-header-ink", "the header"]]),
  ...on(["--navigation-bg"], [["--navigation-ink", "the navigation"]]),
  {
    ink: "--navigation-current-ink",
    on: ["--navigation-current-bg", "--navigation-bg"],
    kind: "text",
    seen: "the current line of the navigation",
  },
  ...on(["--info-soft"], [["--info-ink", "notices"]]),
  ...on(["--success-soft"], [["--success-ink", "notices of success"]]),
  ...on(["--warning-soft", "--surface-due"], [["--warning-ink", "warnings"]]),
  ...on(["--surface-due"], [["--ink", "what is due"]]),
  ...on(["--danger-soft"], [["--danger-ink", "notices of errors"]]),
  ...on(["--surface", "--brand-page-bg"], [["--line-strong", "the lines of fields"]], "shape"),
]

function on(
  grounds: readonly string[],
  inks: readonly (readonly [ink: string, seen: string])[],
  kind: Pair["kind"] = "text",
): Pair[] {
  return grounds.flatMap((ground) => inks.map(([ink, seen]) => ({ ink, on: [ground], kind, seen })))
}

/** Pairs of colors that are hard to read in this brand. `defaults` are the design's own values. */
export function checkContrast(sheet: StyleRules, defaults: StyleRules): Finding[] {
  const set = new Set(sheet.tokens.map(({ name }) => name))
  return (["light", "dark"] as const).flatMap((scheme) => {
    const values = valuesIn(scheme, [...defaults.tokens, ...sheet.tokens])
    return [
      ...unreadable(scheme, values, set, sheet),
      ...pairs.flatMap((pair) => contrastFinding(pair, scheme, values, sheet)),
    ]
  })
}

function contrastFinding(
  { ink, on: grounds, kind, seen }: Pair,
  scheme: ColorScheme,
  values: ReadonlyMap<string, Token>,
  sheet: StyleRules,
): Finding[] {
  const ground = grounds.find((name) => solid(name, values, undefined) !== undefined)
  const under = ground && solid(ground, values, undefined)
  const over = under && solid(ink, values, under)
  if (!under || !over || ground === undefined) return []
  const ratio = wcagContrast(over, under)
  if (ratio >= least[kind]) return []
  const shown = Math.floor(ratio * 100) / 100
  return [
    errorAt("contrast", placeOf([ink, ground], values, scheme, sheet), {
      reason: `${scheme} scheme: the contrast of ${seen} is ${shown}:1, and must be ${least[kind]}:1 (${ink} ${formatHex(over)} on ${ground} ${formatHex(under)})`,
      fix: `Make ${ink} ${isDark(under) ? "lighter" : "darker"}, or change ${ground}${scheme === "dark" ? ", inside @media (prefers-color-scheme: dark)" : ""}.`,
    }),
  ]
}

/** The visible color after blending with the one behind it. */
function solid(
  name: string,
  values: ReadonlyMap<string, Token>,
  under: Color | undefined,
): Color | undefined {
  const value = values.get(name)?.value
  const color = value === undefined ? undefined : colorOf(value, values)
  if (!color || (color.alpha ?? 1) === 1) return color
  if (color.alpha === 0 && !under) return undefined
  return blend([under ?? "white", color])
}

function isDark(color: Color): boolean {
  return wcagContrast(color, "white") > wcagContrast(color, "black")
}

/** The line of the brand's own value; otherwise the first line of its sheet. */
function placeOf(
  names: readonly string[],
  values: ReadonlyMap<string, Token>,
  scheme: ColorScheme,
  { source, tokens }: StyleRules,
) {
  const own = names.flatMap((name) => tokens.filter((token) => values.get(name) === token))
  const ofScheme = own.find(({ isDark }) => isDark === (scheme === "dark")) ?? own[0]
  return { file: source.file, line: ofScheme?.line ?? 1 }
}

const colorNames = new Set(pairs.flatMap(({ ink, on }) => [ink, ...on]))
/** Values of --navigation-current-bg that do not set a color. */
const noColor = ["none", "transparent"]

/** Colors of the brand that cannot be computed. */
function unreadable(
  scheme: ColorScheme,
  values: ReadonlyMap<string, Token>,
  set: ReadonlySet<string>,
  { source, tokens }: StyleRules,
): Finding[] {
  return [...colorNames].flatMap((name) => {
    const token = values.get(name)
    const isOwn = token !== undefined && set.has(name) && tokens.includes(token)
    if (!isOwn || token.isDark !== (scheme === "dark") || noColor.includes(token.value)) return []
    if (colorOf(token.value, values)) return []
    return [
      errorAt(
        "style",
        { file: source.file, line: token.line },
        {
          reason: `${token.value} of ${name} is no color`,
          fix: "Write a color such as #1f4e79.",
        },
      ),
    ]
  })
}
