import { numberLabel } from "#contracts/products/product-number-rules.ts"
import {
  decoration,
  drawableOf,
  drawDocument,
  drawLogo,
  headingFace,
  ink,
  line,
  type PdfBrand,
  type PdfIdentity,
  quietInk,
  readable,
  type Sheet,
  tagged,
  unprintableText,
  write,
} from "#platform/pdf/document.ts"
import { dateInWords } from "#platform/text/dates.ts"

export interface Card extends Pick<PdfIdentity, "log"> {
  brand: PdfBrand
  /** When the card was made. */
  date: Date
  holder: string
  productName: string
  number: string
  /** Whether labels use "certificate" and "coverage" (insurance) or "plan" (other products). */
  isInsurance: boolean
  coverageType: string
  /** Plain date, YYYY-MM-DD. */
  effectiveDate: string | null
}

/** US Letter size in points. */
const letter: [number, number] = [612, 792]
const margin = 72
/** The size of a bank card, ISO/IEC 7810 ID-1 (85.6 mm by 54 mm), in points. */
const card = { x: margin, y: 160, width: 242.6, height: 153, inset: 14, band: 40 }

/** Creates a wallet card in its real size, on a page to print. */
export async function createCard(content: Card): Promise<Buffer> {
  const { brand, date, log, isInsurance, number, holder, productName } = content
  const title = isInsurance ? "Certificate card" : "Membership card"
  const margins = { top: margin, right: margin, bottom: margin, left: margin }
  const subject = `${productName} · ${number} · ${holder}`
  const identity = { brand, date, title, subject, ...(log && { log }) }
  return await drawDocument(identity, { size: letter, margins }, (sheet) => {
    drawInstructions(sheet, title)
    drawCard(sheet, content)
    if (sheet.hasReplaced) drawExplanation(sheet)
  })
}

function drawInstructions(sheet: Sheet, title: string) {
  const { doc } = sheet
  tagged(sheet, sheet.root, "H1", () => {
    doc.font(headingFace(sheet, title)).fontSize(24).fillColor(ink).text(title, margin, margin)
  })
  tagged(sheet, sheet.root, "P", () => {
    doc.font("regular").fontSize(12).fillColor(quietInk)
    const how = "Print this page at 100% and cut along the dashed line."
    doc.text(how, margin, margin + 38, { width: letter[0] - 2 * margin, lineGap: 3 })
  })
}

function drawExplanation(sheet: Sheet) {
  tagged(sheet, sheet.root, "P", () => {
    sheet.doc.font("regular").fontSize(9.5).fillColor(quietInk)
    const width = letter[0] - 2 * margin
    write(sheet, unprintableText, margin, card.y + card.height + 18, { width, lineGap: 3 })
  })
}

function drawCard(sheet: Sheet, { brand, holder, productName, number, ...content }: Card) {
  const { doc } = sheet
  const { x, y, width, height, inset, band } = card
  decoration(sheet, () => {
    doc.save().roundedRect(x, y, width, height, 9).clip()
    doc.rect(x, y, width, band).fill(brand.mailColor)
    doc.restore()
    doc.lineWidth(0.75).dash(4, { space: 3 }).roundedRect(x, y, width, height, 9).stroke(quietInk)
    doc.undash()
  })
  drawLogo(sheet, sheet.root, {
    x: x + inset,
    y: y + 9,
    width: width - 2 * inset,
    height: band - 18,
  })
  const left = x + inset
  const inner = width - 2 * inset
  const draw = (role: string, text: string, top: number, size: number) =>
    tagged(
      sheet,
      sheet.root,
      role,
      () => {
        doc.font(role === "P" ? "regular" : headingFace(sheet, text)).fillColor(ink)
        drawFitting(sheet, text, { x: left, y: y + top, width: inner, size })
      },
      { actual: readable(text) },
    )
  draw("H2", productName, band + 7, 11.5)
  const { isInsurance, coverageType, effectiveDate } = content
  const facts: [label: string, value: string, top: number, x: number, width: number][] = [
    ["Name", holder, 63, left, inner],
    [numberLabel(isInsurance), number, 93, left, 76],
    [isInsurance ? "Coverage type" : "Plan type", coverageType, 93, left + 80, 75],
    ["Effective", dateInWords(effectiveDate), 93, left + 158, inner - 158],
  ]
  const list = doc.struct("L")
  sheet.root.add(list)
  for (const [label, value, top, at, room] of facts) {
    if (value === "") continue
    const item = doc.struct("LI")
    list.add(item)
    tagged(sheet, item, "Lbl", () => {
      doc.font("regular").fillColor(quietInk)
      drawFitting(sheet, label, { x: at, y: y + top, width: room, size: labelSize })
    })
    tagged(
      sheet,
      item,
      "LBody",
      () => {
        doc.font("bold").fillColor(ink)
        drawFitting(sheet, value, { x: at, y: y + top + 11, width: room, size: 10.5 })
      },
      // Screen readers get the full value, even if the printed one is cut.
      { actual: readable(value) },
    )
  }
  decoration(sheet, () => {
    const rule = y + height - 26
    doc
      .lineWidth(0.5)
      .moveTo(left, rule)
      .lineTo(left + inner, rule)
      .stroke(line)
  })
  draw("P", `${brand.clientName} · ${brand.phoneNumber}`, height - 21, 9.5)
}

/** Font size in points. */
const labelSize = 9
const smallest = 9
/** Minimum width of letters, as a percentage of their normal width. */
const narrowest = 80

/**
 * Prints text on one line: smaller and then narrower to fit, and cut before it becomes hard to
 * read.
 */
function drawFitting(
  sheet: Sheet,
  words: string,
  { x, y, width, size }: { x: number; y: number; width: number; size: number },
) {
  const { doc } = sheet
  const { drawn, isReplaced } = drawableOf(words)
  sheet.hasReplaced ||= isReplaced
  let text = drawn
  const fitting = Math.max(smallest, Math.min(size, (size * width) / widthAt(size)))
  const horizontalScaling = Math.max(narrowest, Math.min(100, (100 * width) / widthAt(fitting)))
  const room = (100 * width) / horizontalScaling
  while (widthAt(fitting) > room + 0.01) text = `${text.slice(0, -2).trimEnd()}…`
  // The types of pdfkit lack horizontalScaling.
  const options = { lineBreak: false, horizontalScaling }
  doc.text(text, x, y + (size - fitting), options)

  function widthAt(points: number): number {
    return doc.fontSize(points).widthOfString(text)
  }
}
