import { isUtf8 } from "node:buffer"
import { createReadStream } from "node:fs"
import { createInterface } from "node:readline"

/** First bytes of files that are often mistaken for text. */
const signatures: readonly [bytes: string, reason: string][] = [
  ["fffe", "is UTF-16 text, and must be UTF-8"],
  ["feff", "is UTF-16 text, and must be UTF-8"],
  ["504b0304", "is an Excel workbook or a ZIP file, and not text"],
  ["d0cf11e0", "is an old Excel workbook, and not text"],
  ["1f8b", "is compressed with gzip, and not text"],
  ["25504446", "is a PDF, and not text"],
]

/** Why a file that begins with these bytes is not UTF-8 text; undefined if it may be. */
export function formatProblem(head: Buffer): string | undefined {
  const hex = head.toString("hex", 0, 4)
  const found = signatures.find(([bytes]) => hex.startsWith(bytes))
  if (found) return found[1]
  // Text contains no zero bytes. In UTF-16 without a byte order mark, every second byte of Latin
  // letters is zero.
  const start = head.subarray(0, 64)
  const zeros = start.filter((byte) => byte === 0).length
  return zeros * 4 > start.length ? "is UTF-16 text, and must be UTF-8" : undefined
}

/**
 * The first line of a file that is not UTF-8 text, with the reason. Errors: those of the file
 * system.
 */
export async function encodingFault(path: string): Promise<{ line: number; reason: string }> {
  const input = createReadStream(path, "latin1")
  let line = 0
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1
    const bytes = Buffer.from(text, "latin1")
    const reason = line === 1 ? formatProblem(bytes) : undefined
    if (reason !== undefined) return { line, reason }
    if (!isUtf8(bytes)) return { line, reason: "is not UTF-8 text" }
  }
  return { line: Math.max(line, 1), reason: "is not UTF-8 text" }
}
