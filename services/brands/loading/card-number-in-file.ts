import type { Problem } from "#platform/files/problems.ts"
import { lineAt, type TextFile } from "#platform/files/text-file.ts"
import { holdsCardNumber } from "#platform/http/card-numbers.ts"
import { readDrawing } from "./drawing.ts"

const reason = "holds a card number, which belongs to the payment gateway alone"

/** Enough digits close together for a card number. Most texts have none and are read only once. */
const manyDigits = /\p{Nd}(?:\P{Nd}{0,3}\p{Nd}){12}/u
/** One text or one number of a JSON file. */
const jsonValue = /"(?:[^"\\]|\\.)*"|[\d.+eE-]+/g

/** The places of a text file that contain a card number, in any notation of its digits. */
export function cardNumberProblems(source: TextFile): Problem[] {
  const { file, text } = source
  if (file.endsWith(".json")) {
    const found = [...text.matchAll(jsonValue)].find(([value]) => isCard(unescaped(value)))
    return found ? [{ file, line: lineAt(source, found.index), reason }] : []
  }
  if (file.endsWith(".svg")) {
    return readDrawing(text).words.some(isCard) ? [{ file, line: 1, reason }] : []
  }
  const words = unescaped(text.replace(/<[^>]*>/g, "")).replace(/&\w+;?/g, " ")
  const held = [text, words].some(isCard)
  if (!held) return []
  const line = text.split("\n").findIndex(isCard) + 1
  return [{ file, line: Math.max(line, 1), reason }]
}

/** The same check for the name of a file or folder. */
export function cardNumberInName(file: string): Problem[] {
  return isCard(file) ? [{ file: masked(file), line: 1, reason }] : []
}

/** The message is logged, so it does not contain the number. */
function masked(file: string): string {
  return file.replace(/\d/g, "•")
}

function isCard(text: string): boolean {
  return manyDigits.test(text.normalize("NFKC")) && holdsCardNumber(text)
}

/** Resolves other notations of digits in JSON and HTML. */
function unescaped(text: string): string {
  return text
    .replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number(`0x${code}`)))
    .replace(/&#x([\da-f]{1,6});?/gi, (_, code: string) => character(Number(`0x${code}`)))
    .replace(/&#(\d{1,7});?/g, (_, code: string) => character(Number(code)))
}

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : " "
}
