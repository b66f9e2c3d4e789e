import { siteName } from "#platform/email/layout.ts"
import { drawBlock, type PdfBlock } from "./blocks.ts"
import {
  decoration,
  drawDocument,
  drawLogo,
  headingFace,
  ink,
  type PdfIdentity,
  quietInk,
  type Sheet,
  tagged,
  unprintableText,
  write,
} from "./document.ts"

export type { PdfBlock } from "./blocks.ts"
export type { PdfBrand } from "./document.ts"

/** US Letter, in points. */
const letter: [number, number] = [612, 792]
const margins = { top: 60, right: 56, bottom: 76, left: 56 }
const bandHeight = 76

/**
 * Creates a letter, statement or receipt in the brand's colors, on as many US Letter pages as its
 * blocks need. Headings, tables and lists are tagged for screen readers.
 */
export async function createPdf({
  blocks,
  ...identity
}: PdfIdentity & { blocks: readonly PdfBlock[] }): Promise<Buffer> {
  return await drawDocument(identity, { size: letter, margins }, (sheet) => {
    drawHead(sheet, identity)
    for (const [index, block] of blocks.entries()) drawBlock(sheet, block, blocks[index + 1])
    if (sheet.hasReplaced) drawBlock(sheet, { note: unprintableText })
    drawFeet(sheet, identity.title)
  })
}

function drawHead(sheet: Sheet, { title, subject }: PdfIdentity) {
  const { doc, brand } = sheet
  decoration(sheet, () => doc.rect(0, 0, doc.page.width, bandHeight).fill(brand.mailColor))
  drawLogo(sheet, sheet.root, { x: margins.left, y: 20, width: 300, height: bandHeight - 40 })
  const width = doc.page.width - margins.left - margins.right
  tagged(sheet, sheet.root, "H1", () => {
    doc.font(headingFace(sheet, title)).fontSize(24).fillColor(ink)
    write(sheet, title, margins.left, bandHeight + 32, { width })
  })
  doc.y += 2
  tagged(sheet, sheet.root, "P", () => {
    doc.font("regular").fontSize(12).fillColor(quietInk)
    write(sheet, subject, margins.left, doc.y, { width })
  })
  doc.y += 18
}

/** The number of pages is known only after drawing. */
function drawFeet(sheet: Sheet, title: string) {
  const { doc, brand } = sheet
  const { start, count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    doc.switchToPage(start + index)
    // The footer is below the margin, where text would otherwise begin a new page.
    doc.page.margins.bottom = 0
    decoration(
      sheet,
      () => {
        const { width, height } = doc.page
        const y = height - 46
        if (index > 0) doc.rect(0, 0, width, 10).fill(brand.mailColor)
        doc.font("regular").fontSize(9).fillColor(quietInk)
        const sender = `${brand.clientName} · ${brand.phoneNumber} · ${siteName(brand.siteAddress)}`
        const options = { width: width - margins.left - margins.right, height: 12, ellipsis: true }
        write(sheet, sender, margins.left, y, options)
        const page = `Page ${index + 1} of ${count}`
        doc.text(page, margins.left, y, { ...options, align: "right" })
        if (index > 0) write(sheet, title, margins.left, 30, options)
      },
      "Pagination",
    )
  }
}
