import { createRequire } from "node:module"
import { type Font, openSync } from "fontkit"

const require = createRequire(import.meta.url)
const file = "@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf"

/** Pixels. */
const height = 48
const size = 34

/** The name as a drawing in white, for the header. The letters are shapes, so no font is needed. */
export function wordmarkOf(name: string): string {
  const { paths, width } = lettersOf(name, size)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><title>${escaped(name)}</title><g fill="#ffffff" transform="translate(0 36)">${paths}</g></svg>\n`
}

/** The first letter on the accent color, for browser tabs. */
export function iconOf(name: string, color: string): string {
  const { paths, width } = lettersOf(name.trim().slice(0, 1).toUpperCase(), 44)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64"><rect width="64" height="64" rx="12" fill="${color}"/><g fill="#ffffff" transform="translate(${(64 - width) / 2} 47)">${paths}</g></svg>\n`
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
