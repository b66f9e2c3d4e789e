import { buffer } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { type Font, openSync } from "fontkit"
import PDFDocument from "pdfkit"
import { inkOn, type PdfBrand } from "#platform/email/brand.ts"
import { readHeadingFont, withLetters } from "./heading-font.ts"

export type { PdfBrand } from "#platform/email/brand.ts"

export interface PdfIdentity {
  brand: PdfBrand
  /** The title in a viewer's window and in lists of files. */
  title: string
  /** One line about the content, for catalogs. */
  subject: string
  /** The creation date. The same content and date give the same bytes. */
  date: Date
  /** Notes that the brand's face could not be drawn. */
  log?: { error: (data: object, text: string) => void }
}

/** The drawing state: text with the structure that a screen reader follows. */
export interface Sheet {
  doc: PDFKit.PDFDocument
  /** The root element of the structure, in reading order. */
  root: PDFKit.PDFStructureElement
  brand: PdfBrand
  /** The brand's color if it is readable on white, otherwise ink. */
  accent: string
  /** The code points of the brand's face for headings. */
  headingLetters: ReadonlySet<number>
  /** Whether letters were drawn as `unprintable`, which the document then explains. */
  hasReplaced: boolean
}

export const ink = "#1c1f22"
export const quietInk = "#5f656c"
export const line = "#d9dde0"

/** Drawn in place of letters that the font lacks. */
const unprintable = "[…]"
export const unprintableText = `${unprintable} stands for letters that this document cannot print. You find them in your account online; screen readers and copied text have them as well.`

interface Fonts {
  regular: Font
  bold: Font
  /** The code points that both fonts have. */
  known: ReadonlySet<number>
}

let parsedFonts: Fonts | undefined

/**
 * Fonts with Latin including all accents, Greek, Cyrillic and Vietnamese, for names as people write
 * them. Parsed once per process, because that takes longer than drawing a document.
 */
function fonts(): Fonts {
  if (parsedFonts) return parsedFonts
  const regular = parseFont(
    import.meta.resolve("@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf"),
  )
  const bold = parseFont(
    import.meta.resolve("@expo-google-fonts/source-sans-3/700Bold/SourceSans3_700Bold.ttf"),
  )
  const known = new Set(regular.characterSet).intersection(new Set(bold.characterSet))
  parsedFonts = { regular, bold, known }
  return parsedFonts
}

function parseFont(address: string): Font {
  return withLetters(openSync(fileURLToPath(address)) as Font)
}

/** Options that @types/pdfkit does not declare. */
type Options = Omit<PDFKit.PDFDocumentOptions, "subset" | "font"> & { subset: "PDF/UA"; font: Font }
export type StructureOptions = PDFKit.Mixins.StructureElementOptions & {
  scope?: "Row" | "Column"
  /** Left, top, right, bottom in points from the upper left corner of the page. */
  bbox?: [number, number, number, number]
}

interface Page {
  /** In points. */
  size: [number, number]
  margins: PDFKit.Mixins.ExpandedSides<number>
}

/**
 * Creates a document with such pages, drawn by `draw`: tagged for PDF/UA, with its language, title
 * and embedded fonts. If the brand's face fails, it draws all again without it.
 */
export async function drawDocument(
  identity: PdfIdentity,
  page: Page,
  draw: (sheet: Sheet) => void,
): Promise<Buffer> {
  const { headingFont } = identity.brand
  if (!headingFont) return await drawWith(undefined, identity, page, draw)
  try {
    return await drawWith(readHeadingFont(headingFont), identity, page, draw)
  } catch (error) {
    identity.log?.error({ err: error }, "A document could not use the brand's face for headings.")
    return await drawWith(undefined, identity, page, draw)
  }
}

async function drawWith(
  heading: Font | undefined,
  { brand, title, subject, date }: PdfIdentity,
  page: Page,
  draw: (sheet: Sheet) => void,
): Promise<Buffer> {
  const { regular, bold } = fonts()
  const options: Options = {
    ...page,
    subset: "PDF/UA",
    pdfVersion: "1.7",
    tagged: true,
    lang: "en-US",
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: title,
      Author: brand.clientName,
      Subject: subject,
      Creator: "My Account",
      Producer: "My Account",
      CreationDate: date,
      ModDate: date,
    },
    // Replaces the default font, which cannot be embedded.
    font: regular,
  }
  const doc = new PDFDocument(options as unknown as PDFKit.PDFDocumentOptions)
  const bytes = buffer(doc as unknown as NodeJS.ReadableStream)
  doc.registerFont("regular", regular as unknown as Buffer)
  doc.registerFont("bold", bold as unknown as Buffer)
  if (heading) doc.registerFont("heading", heading as unknown as Buffer)
  const root = doc.struct("Document")
  doc.addStructure(root)
  const accent = inkOn(brand.mailColor) === "#ffffff" ? brand.mailColor : ink
  const headingLetters = new Set(heading?.characterSet)
  draw({ doc, root, brand, accent, headingLetters, hasReplaced: false })
  root.end()
  doc.end()
  return await bytes
}

/** Draws inside a structure element, so that screen readers read it with its role. */
export function tagged(
  { doc }: Sheet,
  parent: PDFKit.PDFStructureElement,
  role: string,
  draw: () => void,
  options: StructureOptions = {},
): void {
  parent.add(doc.struct(role, options, draw))
}

/** Draws decoration that screen readers skip: lines, bands, page numbers. */
export function decoration({ doc }: Sheet, draw: () => void, type?: "Pagination"): void {
  doc.markContent("Artifact", type ? { type } : undefined)
  draw()
  doc.endMarkedContent()
}

/**
 * Text as screen readers speak it and as people copy it: accents combined with their letters,
 * control characters removed.
 */
export function readable(text: string): string {
  return (
    text
      .normalize("NFC")
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it removes control characters.
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, " ")
  )
}

/**
 * The readable text as the fonts can draw it: letters that they lack are replaced by `unprintable`.
 */
export function drawable(text: string): string {
  return drawableOf(text).drawn
}

/** The drawable text, and whether something was replaced. */
export function drawableOf(text: string): { drawn: string; isReplaced: boolean } {
  const { known } = fonts()
  let drawn = ""
  let isReplaced = false
  for (const letter of readable(text)) {
    const isAfterReplaced = drawn.endsWith(unprintable)
    if (isAfterReplaced && /\p{M}/u.test(letter)) continue
    if (letter === "\n" || known.has(letter.codePointAt(0) ?? 0)) drawn += letter
    else if (/\s/u.test(letter)) drawn += " "
    else if (!isAfterReplaced && !/\p{Default_Ignorable_Code_Point}/u.test(letter)) {
      drawn += unprintable
      isReplaced = true
    }
  }
  // Screen readers would find no text in an element that draws nothing.
  return { drawn: drawn || " ", isReplaced }
}

/**
 * Draws text. Letters that the fonts lack are replaced in the drawing, and stay in the text for
 * screen readers and copying.
 */
export function write(
  sheet: Sheet,
  text: string,
  x: number,
  y: number,
  options?: PDFKit.Mixins.TextOptions,
): void {
  const { doc } = sheet
  const { drawn, isReplaced } = drawableOf(text)
  if (isReplaced) doc.markContent("Span", { actual: readable(text) })
  doc.text(drawn, x, y, options)
  if (isReplaced) doc.endMarkedContent()
  sheet.hasReplaced ||= isReplaced
}

/** The brand's face if it has all letters of this heading, so that no heading mixes two faces. */
export function headingFace({ headingLetters }: Sheet, text: string): "heading" | "bold" {
  const hasAll = [...drawable(text)].every((letter) =>
    headingLetters.has(letter.codePointAt(0) ?? 0),
  )
  return hasAll ? "heading" : "bold"
}

/** Draws the brand's logo, or its name, within `box` on the brand's color. */
export function drawLogo(
  sheet: Sheet,
  parent: PDFKit.PDFStructureElement,
  box: { x: number; y: number; width: number; height: number },
): void {
  const { doc, brand } = sheet
  const { x, y, width, height } = box
  if (!brand.logo) {
    tagged(sheet, parent, "P", () => {
      doc
        .font("bold")
        .fontSize(height * 0.6)
        .fillColor(inkOn(brand.mailColor))
      write(sheet, brand.clientName, x, y + height * 0.1, { width, height, ellipsis: true })
    })
    return
  }
  const image = Buffer.from(brand.logo.base64, "base64")
  tagged(sheet, parent, "Figure", () => doc.image(image, x, y, { fit: [width, height] }), {
    alt: brand.clientName,
    bbox: [x, y, x + width, y + height],
  })
}
