import {
  decoration,
  drawable,
  headingFace,
  ink,
  line,
  quietInk,
  type Sheet,
  tagged,
  write,
} from "./document.ts"

/** All strings are plain text. */
export type PdfBlock =
  | { heading: string }
  | { paragraph: string }
  /** Small print. */
  | { note: string }
  /** Lines of one unit, such as a postal address. */
  | { lines: readonly string[] }
  | { list: readonly string[] }
  /** Names with their values, such as a policy's number and dates. */
  | { facts: readonly (readonly [name: string, value: string])[] }
  | { table: PdfTable }
  /** Begins a new page. */
  | { newPage: true }

export interface PdfTable {
  /** The title above the table. */
  caption: string
  /** `share` is a column's part of the width (default 1). Amounts are right-aligned. */
  columns: readonly { label: string; align?: "left" | "right"; share?: number }[]
  rows: readonly (readonly string[])[]
}

const textSize = 11.5
const smallSize = 9.5
const padding = { x: 8, y: 6 }
const headingHeight = 40
const captionHeight = 22
/** The number of facts at the end of a list that stay on one page, with room for two notes. */
const lastRows = 3
const smallPrintHeight = 80

/**
 * Draws one block below the content so far, on a new page if it does not fit. A heading stays with the
 * block after it, `next`.
 */
export function drawBlock(sheet: Sheet, block: PdfBlock, next?: PdfBlock): void {
  if ("heading" in block) drawHeading(sheet, block.heading, next)
  else if ("paragraph" in block) drawText(sheet, block.paragraph)
  else if ("note" in block) drawText(sheet, block.note, { size: smallSize, color: quietInk })
  else if ("lines" in block) drawText(sheet, block.lines.join(" \n"))
  else if ("list" in block) drawList(sheet, block.list)
  else if ("facts" in block) drawFacts(sheet, block.facts)
  else if ("newPage" in block) sheet.doc.addPage()
  else drawTable(sheet, block.table)
}

function drawHeading(sheet: Sheet, text: string, next?: PdfBlock) {
  const { doc } = sheet
  // A heading at the end of a page would be separated from its text.
  makeRoom(sheet, headingHeight + (next && "table" in next ? unbroken(sheet, next.table) : 50))
  doc.y += 8
  tagged(sheet, sheet.root, "H2", () => {
    doc.font(headingFace(sheet, text)).fontSize(15).fillColor(sheet.accent)
    write(sheet, text, doc.page.margins.left, doc.y, { width: widthOf(sheet) })
  })
  doc.y += 6
}

function drawText(sheet: Sheet, text: string, { size = textSize, color = ink } = {}) {
  const { doc } = sheet
  tagged(sheet, sheet.root, "P", () => {
    doc.font("regular").fontSize(size).fillColor(color)
    write(sheet, text, doc.page.margins.left, doc.y, { width: widthOf(sheet), lineGap: 3 })
  })
  doc.y += 10
}

function drawList(sheet: Sheet, entries: readonly string[]) {
  // Screen readers would announce an element without content as an empty list.
  if (entries.length === 0) return
  const { doc } = sheet
  const list = doc.struct("L")
  sheet.root.add(list)
  const { left } = doc.page.margins
  for (const entry of entries) {
    const item = doc.struct("LI")
    list.add(item)
    makeRoom(sheet, 20)
    const { y } = doc
    tagged(sheet, item, "Lbl", () => {
      doc
        .font("regular")
        .fontSize(textSize)
        .fillColor(sheet.accent)
        .text("•", left + 4, y)
    })
    tagged(sheet, item, "LBody", () => {
      doc.fillColor(ink)
      write(sheet, entry, left + 18, y, { width: widthOf(sheet) - 18, lineGap: 3 })
    })
    doc.y += 3
  }
  doc.y += 8
}

function drawFacts(sheet: Sheet, facts: readonly (readonly [string, string])[]) {
  if (facts.length === 0) return
  const table = sheet.doc.struct("Table")
  sheet.root.add(table)
  const columns = [
    { label: "", share: 2 },
    { label: "", share: 3 },
  ]
  for (const [index, fact] of facts.entries()) {
    // The last rows stay together with the small print below, so that no page contains only one
    // line.
    if (index === facts.length - lastRows) {
      const heights = facts.slice(index).map((row) => rowHeight(sheet, columns, row, "regular"))
      makeRoom(
        sheet,
        heights.reduce((sum, height) => sum + height, smallPrintHeight),
      )
    }
    drawRow(sheet, table, columns, fact, "names")
  }
  sheet.doc.y += 12
}

function drawTable(sheet: Sheet, { caption, columns, rows }: PdfTable) {
  const { doc } = sheet
  const table = doc.struct("Table")
  sheet.root.add(table)
  makeRoom(sheet, unbroken(sheet, { caption, columns, rows }))
  tagged(sheet, table, "Caption", () => {
    doc.font("bold").fontSize(textSize).fillColor(ink)
    write(sheet, caption, doc.page.margins.left, doc.y, { width: widthOf(sheet) })
  })
  doc.y += 4
  const labels = columns.map(({ label }) => label)
  drawRow(sheet, table, columns, labels, "labels")
  for (const row of rows) {
    if (makeRoom(sheet, rowHeight(sheet, columns, row, "regular"))) {
      decoration(sheet, () =>
        drawCells(sheet, columns, labels, "bold", quietInk, (_, cell) => cell()),
      )
    }
    drawRow(sheet, table, columns, row, "values")
  }
  doc.y += 12
}

/** The fewest rows at the start of a table that is longer than a page. */
const firstRows = 3

/** The height in points of the part of a table that stays on one page: all of it if it fits. */
function unbroken(sheet: Sheet, { columns, rows }: PdfTable): number {
  const { page } = sheet.doc
  const labels = columns.map(({ label }) => label)
  const sum = (some: PdfTable["rows"]) =>
    some.reduce((height, row) => height + rowHeight(sheet, columns, row, "regular"), 0)
  const head = captionHeight + rowHeight(sheet, columns, labels, "bold")
  const whole = head + sum(rows)
  const room = page.height - page.margins.top - page.margins.bottom - headingHeight
  return whole <= room ? whole : head + sum(rows.slice(0, firstRows))
}

type Columns = PdfTable["columns"]

/**
 * `names`: the first cell is the header of the row. `labels`: each cell is the header of its
 * column.
 */
function drawRow(
  sheet: Sheet,
  table: PDFKit.PDFStructureElement,
  columns: Columns,
  cells: readonly string[],
  kind: "labels" | "names" | "values",
) {
  const { doc } = sheet
  const row = doc.struct("TR")
  table.add(row)
  const font = kind === "labels" ? "bold" : "regular"
  makeRoom(sheet, rowHeight(sheet, columns, cells, font))
  const bottom = drawCells(sheet, columns, cells, font, ink, (index, draw) => {
    const isHeader = kind === "labels" || (kind === "names" && index === 0)
    if (!isHeader) tagged(sheet, row, "TD", draw)
    else tagged(sheet, row, "TH", draw, { scope: kind === "labels" ? "Column" : "Row" })
  })
  const { left } = doc.page.margins
  decoration(sheet, () => {
    doc.lineWidth(kind === "labels" ? 1 : 0.5).moveTo(left, bottom)
    doc.lineTo(left + widthOf(sheet), bottom).stroke(kind === "labels" ? sheet.accent : line)
  })
}

function drawCells(
  sheet: Sheet,
  columns: Columns,
  cells: readonly string[],
  font: "regular" | "bold",
  color: string,
  each: (index: number, draw: () => void) => void,
): number {
  const { doc } = sheet
  const bottom = doc.y + rowHeight(sheet, columns, cells, font)
  const top = doc.y + padding.y
  for (const [index, { x, width, align }] of placesOf(sheet, columns).entries()) {
    each(index, () => {
      doc.font(font).fontSize(textSize).fillColor(color)
      // A space keeps an empty cell as an element.
      write(sheet, cells[index] || " ", x, top, { width, align })
    })
  }
  doc.y = bottom
  doc.x = doc.page.margins.left
  return bottom
}

function rowHeight(sheet: Sheet, columns: Columns, cells: readonly string[], font: string): number {
  sheet.doc.font(font).fontSize(textSize)
  const heights = placesOf(sheet, columns).map(({ width }, index) =>
    sheet.doc.heightOfString(drawable(cells[index] || " "), { width }),
  )
  return Math.max(...heights) + 2 * padding.y
}

function placesOf(sheet: Sheet, columns: Columns) {
  const total = columns.reduce((sum, { share = 1 }) => sum + share, 0)
  let x = sheet.doc.page.margins.left
  return columns.map(({ share = 1, align = "left" }) => {
    const outer = (widthOf(sheet) * share) / total
    const place = { x: x + padding.x, width: outer - 2 * padding.x, align }
    x += outer
    return place
  })
}

function widthOf({ doc }: Sheet): number {
  return doc.page.width - doc.page.margins.left - doc.page.margins.right
}

/** Begins a page if fewer than `height` points are left; returns whether it did. */
function makeRoom({ doc }: Sheet, height: number): boolean {
  if (doc.y + height <= doc.page.height - doc.page.margins.bottom) return false
  doc.addPage()
  return true
}
