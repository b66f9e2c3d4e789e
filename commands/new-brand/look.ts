import { clampChroma, converter, formatHex, type Oklch, wcagContrast } from "culori"

const toOklch = converter("oklch")
/** A little more than WCAG's 4.5, so that rounding to a hex color cannot fall below it. */
const enough = 4.7

/** A brand's colors in both schemes, all computed from one color. */
export interface Look {
  light: Record<string, string>
  dark: Record<string, string>
  /** The background of the logo in emails. */
  mailColor: string
  /** The icon of browser tabs: its background and the letter on it. */
  icon: { ground: string; ink: string }
  /** A sentence about an accent that cannot be used for texts and buttons; undefined if it can. */
  note: string | undefined
}

/** Colors based on an accent that people can read in light and dark. `accent` is a CSS color. */
export function lookOf(accent: string): Look {
  const { h = 0, c = 0, l = 0.5 } = toOklch(accent) ?? { h: 0, c: 0, l: 0.5 }
  const shade = (lightness: number, chroma: number): Oklch => ({
    mode: "oklch",
    l: lightness,
    c: chroma,
    h,
  })
  const hex = (color: Oklch) => formatHex(clampChroma(color, "oklch")) ?? "#000000"
  const pageBg = hex(shade(0.975, Math.min(c, 0.006)))
  const soft = hex(shade(0.945, Math.min(c, 0.028)))
  const own = readable(l, -0.01, (lightness) => hex(shade(lightness, c)), [pageBg, "#ffffff"])
  const strong = readable(
    Math.max(own.lightness - 0.07, 0.2),
    -0.01,
    (lightness) => hex(shade(lightness, c)),
    [pageBg, soft, "#f3f4f6"],
  )
  const band = hex(shade(Math.min(own.lightness, 0.36), Math.min(c, 0.09)))

  const darkPage = hex(shade(0.17, Math.min(c, 0.012)))
  const darkSoft = hex(shade(0.3, Math.min(c, 0.05)))
  const onAccent = hex(shade(0.2, Math.min(c, 0.04)))
  const surfaces = [darkPage, hex(shade(0.29, Math.min(c, 0.012))), darkSoft, onAccent]
  const darkOwn = readable(
    0.76,
    0.01,
    (lightness) => hex(shade(lightness, Math.min(c, 0.11))),
    surfaces,
  )
  const darkStrong = readable(
    darkOwn.lightness + 0.05,
    0.01,
    (lightness) => hex(shade(lightness, Math.min(c, 0.09))),
    surfaces,
  )
  const accentHex = formatHex(accent) ?? own.color
  const isKept = accentHex === own.color
  return {
    icon: { ground: accentHex, ink: inkOn(accentHex) },
    note: isKept
      ? undefined
      : `${accentHex} is too light for text on white: links and buttons are ${own.color}, and ${accentHex} is the line below the header and the icon.`,
    light: {
      "--brand-accent": own.color,
      "--brand-accent-strong": strong.color,
      "--brand-accent-soft": soft,
      "--brand-on-accent": "#ffffff",
      "--brand-header-bg": band,
      "--brand-header-ink": "#ffffff",
      "--brand-header-line": accentHex,
      "--brand-page-bg": pageBg,
      "--brand-heading-ink": hex(shade(0.25, Math.min(c, 0.04))),
    },
    dark: {
      "--brand-accent": darkOwn.color,
      "--brand-accent-strong": darkStrong.color,
      "--brand-accent-soft": darkSoft,
      "--brand-on-accent": onAccent,
      "--brand-header-bg": hex(shade(0.23, Math.min(c, 0.035))),
      "--brand-header-ink": "#ffffff",
      "--brand-header-line": isKept ? darkOwn.color : accentHex,
      "--brand-page-bg": darkPage,
      "--brand-heading-ink": hex(shade(0.96, Math.min(c, 0.008))),
    },
    mailColor: band,
  }
}

function inkOn(ground: string): string {
  return wcagContrast(ground, "#ffffff") >= enough ? "#ffffff" : "#1a1a1a"
}

/** The first shade, in steps from `start`, that people can read on all `grounds`. */
function readable(
  start: number,
  step: number,
  colorOf: (lightness: number) => string,
  grounds: readonly string[],
): { color: string; lightness: number } {
  let lightness = Math.min(Math.max(start, 0.05), 0.95)
  const isReadable = () =>
    grounds.every((ground) => wcagContrast(colorOf(lightness), ground) >= enough)
  while (!isReadable() && lightness > 0.02 && lightness < 0.99) lightness += step
  return { color: colorOf(lightness), lightness }
}

/** The brand's style sheet. */
export function styleSheetOf({ light, dark }: Look): string {
  const lines = (values: Record<string, string>, indent: string) =>
    Object.entries(values)
      .map(([name, value]) => `${indent}${name}: ${value};`)
      .join("\n")
  return `/* Computed from one accent color, so that texts are readable in light and dark. */
/* web/ui/tokens.css lists all properties that a brand can set. */
:root {
${lines(light, "  ")}
}

@media (prefers-color-scheme: dark) {
  :root {
${lines(dark, "    ")}
  }
}
`
}
