/** UTF-8 that was read as Windows-1252 or Latin-1, such as "JosÃ©" and "Donâ€™t". */
const readTwice =
  /[ÃÂ][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u2122]|â€/
/** A character as HTML writes it, such as &eacute; and &#39;. */
const entity = /&(?:[a-z]{2,8}|#\d{2,6}|#x[\da-f]{2,5});/i
/** Fields whose text is HTML, and secrets, which can have any character. */
const isLeftOut = /^(message|disclaimer|password|securityAnswer)$|SpecialCharacter$/

/**
 * The texts of a record that were probably damaged in transfer. People would see them unchanged.
 */
export function damagedTexts(text: string, record: object): string[] {
  // Few rows contain such a character; the others are not examined further.
  return /[ÃÂâ&\\]/.test(text) ? inPart(record, "") : []
}

function inPart(part: object, path: string): string[] {
  return Object.entries(part).flatMap(([key, value]) => {
    const name = Array.isArray(part) ? `${path}${Number(key) + 1}` : `${path}${key}`
    if (value !== null && typeof value === "object") return inPart(value, `${name}.`)
    if (typeof value !== "string") return []
    if (isLeftOut.test(key)) return []
    const [damaged] = value.match(readTwice) ?? value.match(entity) ?? []
    return damaged === undefined ? [] : [`${name} has "${damaged}", which people see as it is`]
  })
}
