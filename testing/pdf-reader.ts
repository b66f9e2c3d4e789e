import assert from "node:assert/strict"
import { getDocumentProxy } from "unpdf"
import { pdfUaFailures } from "./pdf-ua.ts"

/** An element as a screen reader finds it: its role and its text. */
export interface PdfElement {
  role: string
  /** The text that is read in place of a picture. */
  alt?: string
  /** All its text, in reading order. */
  text: string
  children: PdfElement[]
}

export interface ReadPdf {
  title: string
  subject: string
  author: string
  /** The language in which a screen reader speaks it. */
  language: string
  isTagged: boolean
  /** Everything drawn on each page, with or without a tag. */
  pages: string[]
  /** The structure of all pages in sequence. */
  elements: PdfElement[]
}

/**
 * Reads a PDF as a viewer and a screen reader do.
 *
 * Errors: an assertion fails if it is not accessible by the conditions of PDF/UA.
 */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  assert.deepEqual(await pdfUaFailures(bytes), [], "failed conditions of PDF/UA")
  return await readPrintout(bytes)
}

/** Reads a page that a browser printed. It may have no tags. */
export async function readPrintout(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  const metadata = await document.getMetadata()
  const info = metadata.info as Record<string, string | undefined>
  const marks = await document.getMarkInfo()
  const pages: string[] = []
  const elements: PdfElement[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const spoken = new Map<string, string>()
    const open: (string | undefined)[] = []
    let drawn = ""
    for (const item of items) {
      if ("str" in item) {
        const text = item.str + (item.hasEOL ? " " : "")
        drawn += text
        const id = open.findLast((one) => one !== undefined)
        if (id !== undefined) spoken.set(id, (spoken.get(id) ?? "") + text)
      } else if (item.type === "endMarkedContent") open.pop()
      else open.push(item.id ?? undefined)
    }
    pages.push(oneSpaced(drawn))
    const tree = (await page.getStructTree()) as StructureNode | null
    if (tree) elements.push(...tree.children.flatMap((child) => elementOf(child, spoken)))
  }
  await document.cleanup()
  return {
    title: info.Title ?? "",
    subject: info.Subject ?? "",
    author: info.Author ?? "",
    language: info.Language ?? "",
    isTagged: marks?.Marked === true,
    pages,
    elements,
  }
}

/** Every element with this role, at any depth. */
export function elementsOf(elements: readonly PdfElement[], role: string): PdfElement[] {
  return elements.flatMap((element) => [
    ...(element.role === role ? [element] : []),
    ...elementsOf(element.children, role),
  ])
}

/** A node of pdf.js: an element, or the id of marked content. */
type StructureNode = { role: string; alt?: string; children: (StructureNode | { id: string })[] }

function elementOf(
  node: StructureNode | { id: string },
  spoken: Map<string, string>,
): PdfElement[] {
  if (!("role" in node)) return []
  const children = node.children.flatMap((child) => elementOf(child, spoken))
  const own = node.children.map((child) => ("id" in child ? (spoken.get(child.id) ?? "") : ""))
  const text = oneSpaced([...own, ...children.map((child) => child.text)].join(" "))
  const { alt } = node
  return [{ role: node.role, text, children, ...(alt !== undefined && { alt }) }]
}

function oneSpaced(text: string): string {
  return text.replace(/\s+/g, " ").trim()
}
