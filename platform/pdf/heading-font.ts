import { create, type Font } from "fontkit"

/** The file among a brand's assets with the face of the headings in its documents. */
export const headingFontFile = "pdf-headings.ttf"

const mostBytes = 150_000

/** The sum of a whole font's 32-bit words. Source: OpenType 1.9, head table, checksumAdjustment. */
export const wholeSum = 0xb1b0afba

/**
 * Looks up every letter once at the start. fontkit caches the first use of a glyph: a plain letter
 * that is first used as a part of an accented one would have no text in any later document.
 */
export function withLetters(font: Font): Font {
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint)
  return font
}

/** Errors: the bytes are damaged, or are no font. */
export function readHeadingFont(bytes: Buffer): Font {
  if (sumOf(bytes) !== wholeSum) throw new Error("The font is damaged.")
  return withLetters(create(bytes) as Font)
}

/** The reason why documents cannot use this font, as the end of a sentence. */
export function headingFontFault(bytes: Buffer): string | undefined {
  if (bytes.length > mostBytes) return `is no font for documents: it is over ${mostBytes} bytes`
  try {
    const font = readHeadingFont(bytes)
    const { noEmbedding, noSubsetting } = font["OS/2"].fsType
    if (noEmbedding || noSubsetting) {
      return "is no font for documents: its maker forbids embedding it"
    }
    // A document would show the default weight of all.
    if (Object.keys(font.variationAxes).length > 0) {
      return "is no font for documents: it is variable, so save the weight of the headings alone"
    }
    const subset = font.createSubset()
    for (let id = 0; id < font.numGlyphs; id++) subset.includeGlyph(font.getGlyph(id))
    subset.encode()
    return undefined
  } catch {
    return "is no font for documents: it is damaged, so save it again"
  }
}

/** The sum of the 32-bit words of these bytes, as OpenType computes it. */
export function sumOf(bytes: Buffer): number {
  const words = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
  let sum = 0
  for (let at = 0; at < words.length; at += 4) sum = (sum + words.readUInt32BE(at)) >>> 0
  return sum
}
