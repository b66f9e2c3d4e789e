const textShowing = new Set("Tj TJ ' \"".split(" "))

/** Whether a hexadecimal text with two bytes per glyph contains the glyph 0, which is `.notdef`. */
function hasNotdef(operand: string): boolean {
  return /^<(?:[0-9a-f]{4})*?0000/i.test(operand)
}

/** Operators that draw: text, paths, shadings, pictures. */
const painting = new Set("Tj TJ ' \" S s f F f* B B* b b* sh Do BI".split(" "))

const token =
  /%[^\n\r]*|\((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*\)|<<|>>|<[0-9A-Fa-f\s]*>|\[|\]|\/[^\s()<>[\]{}/%]*|[^\s()<>[\]{}/%]+/g

/**
 * Reads the operators of a page. Returns the ids of its marked content, and a failure wherever it
 * draws outside of marked content, marks content as an artifact and as content at once, or draws
 * `.notdef`.
 */
export function unmarkedContent(content: string): { failures: string[]; ids: number[] } {
  const failures = new Set<string>()
  const ids: number[] = []
  const open: ("artifact" | "content" | "other")[] = []
  let operands: string[] = []
  for (const [part] of content.matchAll(token)) {
    if (!/^[A-Za-z'"]/.test(part) || /^(?:true|false|null)$/.test(part)) {
      operands.push(part)
      continue
    }
    if (part === "BMC" || part === "BDC") {
      const id = /\/MCID (\d+)/.exec(operands.join(" "))?.[1]
      const kind = operands[0] === "/Artifact" ? "artifact" : id === undefined ? "other" : "content"
      if (kind === "artifact" && open.includes("content"))
        failures.add("01-003 artifact in content")
      if (kind === "content" && open.includes("artifact"))
        failures.add("01-004 content in artifact")
      if (id !== undefined) ids.push(Number(id))
      open.push(kind)
    } else if (part === "EMC") {
      if (open.pop() === undefined) failures.add("marked content ends that did not begin")
    } else if (painting.has(part) && !open.some((kind) => kind !== "other")) {
      failures.add(`01-005 ${part} outside of marked content`)
    }
    if (textShowing.has(part) && operands.some(hasNotdef)) {
      failures.add("31-030 a letter that the font lacks")
    }
    operands = []
  }
  if (open.length > 0) failures.add("marked content does not end")
  return { failures: [...failures], ids }
}
