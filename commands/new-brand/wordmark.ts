import { createRequire } from "node:module"
import { type Font, openSync } from "fontkit"

const require = createRequire(import.meta.url)
const file = "@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf"

/** Pixels. */
const height = 48
/** The size of letters and the line height, by the number of lines. */
const sizes = [
  { size: 34, line: 0 },
  { size: 21, line: 23 },
  { size: 15, line: 16 },
]
/** A longer line is too small to read on a phone. */
const longestLine = 25

/** The name as an image in white, for the header. The letters are shapes, so no font is needed. */
export function wordmarkOf(name: string): string {
  const lines = linesOf(name)
  const { size, line } = sizes[lines.length - 1] ?? { size: 15, line: 16 }
  const top = (height - line * (lines.length - 1)) / 2 + size * 0.35
  const drawn = lines.map((words, index) => {
    const { paths, width } = lettersOf(words, size)
    const y = Math.round((top + line * index) * 10) / 10
    return { width, group: `<g fill="#ffffff" transform="translate(0 ${y})">${paths}</g>` }
  })
  const width = Math.max(...drawn.map((one) => one.width))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><title>${escaped(name)}</title>${drawn.map(({ group }) => group).join("")}</svg>\n`
}

/** The name in up to three lines of about the same length. */
function linesOf(name: string): string[] {
  const count = Math.min(Math.ceil(name.length / longestLine), sizes.length)
  const lines: string[] = []
  let rest = name.split(/\s+/).filter((word) => word !== "")
  for (let left = count; left > 1; left -= 1) {
    const share = rest.join(" ").length / left
    // Takes the number of words that comes closest to an equal share.
    const lengths = rest.map((_, index) => rest.slice(0, index + 1).join(" ").length)
    const distances = lengths.map((length) => Math.abs(length - share))
    const taken = distances.indexOf(Math.min(...distances)) + 1
    lines.push(rest.slice(0, taken).join(" "))
    rest = rest.slice(taken)
  }
  return [...lines, rest.join(" ")].filter((line) => line !== "")
}

/** The first letter on the accent color, for browser tabs. */
export function iconOf(name: string, { ground, ink }: { ground: string; ink: string }): string {
  const { paths, width } = lettersOf(name.trim().slice(0, 1).toUpperCase(), 44)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64"><rect width="64" height="64" rx="12" fill="${ground}"/><g fill="${ink}" transform="translate(${(64 - width) / 2} 47)">${paths}</g></svg>\n`
}

function lettersOf(text: string, pixels: number): { paths: string; width: number } {
  const font = openSync(require.resolve(file)) as Font
  const scale = pixels / font.unitsPerEm
  const { glyphs, positions } = font.layout(text)
  let x = 0
  const paths = glyphs.map((glyph, index) => {
    const at = Math.round(x * scale * 100) / 100
    x += positions[index]?.xAdvance ?? 0
    const path = glyph.path.scale(scale, -scale).toSVG()
    return path === "" ? "" : `<path transform="translate(${at} 0)" d="${shortened(path)}"/>`
  })
  return { paths: paths.join(""), width: Math.ceil(x * scale) }
}

function shortened(path: string): string {
  return path.replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number) * 100) / 100))
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}
