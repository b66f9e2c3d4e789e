import {
  decodePDFRawStream,
  PDFArray,
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from "@cantoo/pdf-lib"
import { unmarkedContent } from "./pdf-content.ts"

/** The structure types of ISO 32000-1 that do not need a role map. */
const standardTypes = new Set(
  `Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6
  L LI Lbl LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot
  Ruby RB RT RP Warichu WT WP Figure Formula Form`.split(/\s+/),
)

/** The allowed parents of an element of this type. */
const parents: Record<string, readonly string[]> = {
  LI: ["L"],
  Lbl: ["LI", "TOCI", "Note", "Link", "BibEntry"],
  LBody: ["LI"],
  TR: ["Table", "THead", "TBody", "TFoot"],
  TH: ["TR"],
  TD: ["TR"],
  Caption: ["Table", "Figure", "L", "Formula", "Form"],
}

/**
 * Checks a PDF against the conditions of the Matterhorn Protocol 1.1 that software can decide and
 * that documents with text, tables, lists and pictures can violate. Returns the failed conditions
 * of PDF/UA-1, by number. Forms, annotations, scripts and embedded files are not supported, and
 * fail.
 */
export async function pdfUaFailures(bytes: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const { catalog } = document
  const root = dictOf(catalog.lookup(PDFName.of("StructTreeRoot")))
  return [
    ...metadataFailures(document),
    ...(root ? structureFailures(document, root) : ["01-005 there is no structure tree"]),
    ...document.getPages().flatMap(({ node }, index) => pageFailures(node, root, index + 1)),
    ...fontFailures(document),
  ]
}

/** The names of the embedded fonts, sorted, without the prefixes of subsets. */
export async function embeddedFonts(bytes: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const names = document.context.enumerateIndirectObjects().flatMap(([, object]) => {
    const isFont = object instanceof PDFDict && object.has(PDFName.of("FontDescriptor"))
    return isFont ? [nameOf(object.lookup(PDFName.of("BaseFont"))).replace(/^[A-Z]{6}\+/, "")] : []
  })
  return names.toSorted()
}

/** The texts that replace drawn content for readers (ActualText), page by page. */
export async function actualTextsOf(bytes: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const pages = document.getPages().map(({ node }) => contentOf(node))
  const found = pages.flatMap((content) => [
    ...content.matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g),
  ])
  return found.map(([, text = ""]) => PDFString.of(text).decodeText())
}

function metadataFailures(document: PDFDocument): string[] {
  const { catalog } = document
  const failures: string[] = []
  const metadata = catalog.lookup(PDFName.of("Metadata"))
  const xmp = metadata instanceof PDFRawStream ? textOf(metadata) : ""
  if (xmp === "") failures.push("06-001 there are no XMP metadata")
  if (!/pdfuaid:part(?:>|=")1/.test(xmp)) failures.push("06-002 the PDF/UA version is missing")
  if (!/<dc:title>[\s\S]*<rdf:li[^>]*>[^<]+/.test(xmp)) failures.push("06-003 dc:title is missing")
  const preferences = dictOf(catalog.lookup(PDFName.of("ViewerPreferences")))
  const showsTitle = preferences?.lookup(PDFName.of("DisplayDocTitle"))
  if (showsTitle !== PDFBool.True) failures.push("07-001 viewers do not show the title")
  if (!/^[a-z]{2}/.test(stringOf(catalog.lookup(PDFName.of("Lang"))))) {
    failures.push("11-006 the language is missing")
  }
  const marks = dictOf(catalog.lookup(PDFName.of("MarkInfo")))
  if (marks?.lookup(PDFName.of("Marked")) !== PDFBool.True) failures.push("it is not marked")
  if (marks?.lookup(PDFName.of("Suspects")) === PDFBool.True) failures.push("04-001 Suspects")
  const names = dictOf(catalog.lookup(PDFName.of("Names")))
  for (const key of ["AcroForm", "OCProperties", "OpenAction", "JavaScript", "EmbeddedFiles"]) {
    const isThere = catalog.has(PDFName.of(key)) || names?.has(PDFName.of(key))
    if (isThere) failures.push(`it has ${key}, which is not checked`)
  }
  if (document.isEncrypted) failures.push("26-001 it is encrypted")
  return failures
}

function structureFailures(document: PDFDocument, root: PDFDict): string[] {
  const failures: string[] = []
  const headings: number[] = []
  if (!root.has(PDFName.of("ParentTree"))) failures.push("there is no parent tree")
  const visit = (element: PDFDict, parent: string) => {
    const type = nameOf(element.lookup(PDFName.of("S")))
    const kids = kidsOf(element)
    if (!standardTypes.has(type)) failures.push(`02-001 ${type} is no standard type`)
    const allowed = parents[type]
    if (allowed && !allowed.includes(parent)) failures.push(`09-004 ${type} in ${parent}`)
    if (kids.length === 0) failures.push(`an empty ${type}`)
    const level = /^H([1-6])$/.exec(type)?.[1]
    if (level) headings.push(Number(level))
    const alternative = ["Alt", "ActualText"].some(
      (key) => stringOf(element.lookup(PDFName.of(key))).trim() !== "",
    )
    if (type === "Figure" && !alternative) failures.push("13-004 a figure without a text")
    if (type === "TH" && scopeOf(element) === "") failures.push("15-003 a TH without scope")
    if (type === "Table") failures.push(...tableFailures(element))
    for (const kid of kids) if (kid instanceof PDFDict && kid.has(PDFName.of("S"))) visit(kid, type)
  }
  for (const kid of kidsOf(root)) if (kid instanceof PDFDict) visit(kid, "root")
  if (headings.length > 0 && headings[0] !== 1) failures.push("14-002 the first heading is no H1")
  for (const [index, level] of headings.entries()) {
    if (level > (headings[index - 1] ?? 0) + 1) failures.push(`14-003 H${level} skips a level`)
  }
  if (document.getPageCount() > 0 && headings.length === 0) failures.push("there is no heading")
  return failures
}

/** Checks that each row has the same number of cells, and that the table has header cells. */
function tableFailures(table: PDFDict): string[] {
  const rows = kidsOf(table).filter(
    (kid): kid is PDFDict => kid instanceof PDFDict && nameOf(kid.lookup(PDFName.of("S"))) === "TR",
  )
  const cells = rows.map((row) => kidsOf(row) as PDFDict[])
  const failures: string[] = []
  if (new Set(cells.map(({ length }) => length)).size > 1) failures.push("15-001 uneven rows")
  const isHeader = (cell: PDFDict) => nameOf(cell.lookup(PDFName.of("S"))) === "TH"
  if (!cells.flat().some(isHeader)) failures.push("15-003 a table without header cells")
  return failures
}

/**
 * Checks that all content of the page is an artifact, or belongs to an element in the parent tree.
 */
function pageFailures(page: PDFDict, root: PDFDict | undefined, number: number): string[] {
  const failures: string[] = []
  const on = (text: string) => failures.push(`page ${number}: ${text}`)
  if (nameOf(page.lookup(PDFName.of("Tabs"))) !== "S") on("28-009 the tab order is not S")
  if (page.has(PDFName.of("Annots"))) on("it has annotations, which are not checked")
  const { failures: unmarked, ids } = unmarkedContent(contentOf(page))
  for (const one of unmarked) on(one)
  const key = page.lookup(PDFName.of("StructParents"))
  const owners = key instanceof PDFNumber ? ownersOf(root, key.asNumber()) : undefined
  for (const id of ids) {
    const owner = dictOf(owners?.lookup(id))
    const kids = owner ? kidsOf(owner) : []
    const isListed = kids.some((kid) => markedId(kid) === id)
    if (!isListed) on(`01-005 marked content ${id} belongs to no element`)
  }
  return failures
}

function fontFailures(document: PDFDocument): string[] {
  const failures: string[] = []
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict)) continue
    if (nameOf(object.lookup(PDFName.of("Type"))) !== "Font") continue
    const subtype = nameOf(object.lookup(PDFName.of("Subtype")))
    const font = nameOf(object.lookup(PDFName.of("BaseFont")))
    if (subtype.startsWith("CIDFont")) {
      const descriptor = dictOf(object.lookup(PDFName.of("FontDescriptor")))
      const isEmbedded = ["FontFile", "FontFile2", "FontFile3"].some((key) =>
        descriptor?.has(PDFName.of(key)),
      )
      if (!isEmbedded) failures.push(`31-009 the font ${font} is not embedded`)
      const hasMap = object.has(PDFName.of("CIDToGIDMap")) || subtype === "CIDFontType0"
      if (!hasMap) failures.push(`31-006 the font ${font} has no CIDToGIDMap`)
    } else if (subtype === "Type0") {
      if (!object.has(PDFName.of("ToUnicode"))) failures.push(`31-027 ${font} has no ToUnicode`)
    } else failures.push(`31-009 the font ${font} of the type ${subtype} is not embedded`)
  }
  return failures
}

function contentOf(page: PDFDict): string {
  const contents = page.lookup(PDFName.of("Contents"))
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents]
  return streams
    .map((one) => (one instanceof PDFRef ? page.context.lookup(one) : one))
    .map((one) => (one instanceof PDFRawStream ? textOf(one) : ""))
    .join("\n")
}

function ownersOf(root: PDFDict | undefined, key: number): PDFArray | undefined {
  const tree = dictOf(root?.lookup(PDFName.of("ParentTree")))
  const numbers = tree?.lookup(PDFName.of("Nums"))
  if (!(numbers instanceof PDFArray)) return undefined
  for (let index = 0; index < numbers.size(); index += 2) {
    const found = numbers.lookup(index)
    const owners = numbers.lookup(index + 1)
    if (found instanceof PDFNumber && found.asNumber() === key && owners instanceof PDFArray) {
      return owners
    }
  }
  return undefined
}

function kidsOf(element: PDFDict): PDFObject[] {
  const kids = element.lookup(PDFName.of("K"))
  if (!kids) return []
  if (!(kids instanceof PDFArray)) return [kids]
  return kids.asArray().map((kid) => element.context.lookup(kid) ?? kid)
}

function markedId(kid: PDFObject): number | undefined {
  if (kid instanceof PDFNumber) return kid.asNumber()
  const id = kid instanceof PDFDict ? kid.lookup(PDFName.of("MCID")) : undefined
  return id instanceof PDFNumber ? id.asNumber() : undefined
}

function scopeOf(element: PDFDict): string {
  const attributes = element.lookup(PDFName.of("A"))
  const list = attributes instanceof PDFArray ? attributes.asArray() : [attributes]
  const dicts = list.map((one) => dictOf(one instanceof PDFRef ? element.context.lookup(one) : one))
  return dicts.map((one) => nameOf(one?.lookup(PDFName.of("Scope")))).join("")
}

function dictOf(object: PDFObject | undefined): PDFDict | undefined {
  return object instanceof PDFDict ? object : undefined
}

function nameOf(object: PDFObject | undefined): string {
  return object instanceof PDFName ? object.decodeText() : ""
}

function stringOf(object: PDFObject | undefined): string {
  const isText = object instanceof PDFString || object instanceof PDFHexString
  return isText ? object.decodeText() : ""
}

function textOf(stream: PDFRawStream): string {
  return Buffer.from(decodePDFRawStream(stream).decode()).toString("latin1")
}
