/**
 * Three-digit numbers that work on every phone in the United States, such as 711 for relay calls.
 */
const short = /^([2-9]11|988)$/

/**
 * The number that a phone dials for a number in a text, such as "+18005550100", without its
 * extension; undefined if a phone cannot dial it. Area code and exchange begin with 2 to 9. Source:
 * North American Numbering Plan. Other countries need a "+".
 */
export function dialedNumber(written: string): string | undefined {
  const [number = ""] = written.trim().split(/[\s,;]*(?:extension|ext\.?|x)[\s=]*(?=\d+$)/i)
  if (/[^\d\s()+.\-–‑/]/u.test(number)) return undefined
  const digits = number.replace(/\D/g, "")
  if (short.test(digits)) return digits
  const isForeign = number.startsWith("+") && !digits.startsWith("1")
  if (isForeign) return /^\d{8,15}$/.test(digits) ? `+${digits}` : undefined
  const national = /^1?([2-9]\d\d[2-9]\d{6})$/.exec(digits)?.[1]
  return national && `+1${national}`
}

/** Whether this dialed number is reserved for fiction and samples. Source: NANPA, 555-01xx. */
export function isSampleNumber(dialed: string): boolean {
  return /^\+1(\d{3}555(01\d\d|5555)|555\d{7}|(\d)\3{9}|234567890|2345678901)$/.test(dialed)
}
