import { parseSync } from "vite"

/** The comments and texts of a file, each with its line; a comment begins with NUL. */
export function prose(file: string, text: string): { line: number; part: string }[] {
  const found = /\.(?:tsx?|mjs)$/.test(file)
    ? proseOfCode(file, text)
    : [...proseOfText(file, text)].map(({ 0: whole, index }) => ({ start: index, whole }))
  return found.map(({ start, whole }) => {
    const isComment = /^(?:\/\*|\/\/)/.test(whole)
    const part = isComment ? `\u0000${whole.replace(/^(?:\/\*\*?|\/\/) ?\s*/, "")}` : whole
    return { line: text.slice(0, start).split("\n").length, part: uncoded(part) }
  })
}

function proseOfText(file: string, text: string): Iterable<RegExpExecArray> {
  if (file.endsWith(".html")) return text.matchAll(/[^\n]+/g)
  if (file.endsWith(".json")) return text.matchAll(/"[^"\n]* [^"\n]*"/g)
  if (file.endsWith(".css")) return text.matchAll(/\/\*[\s\S]*?\*\//g)
  if (file.endsWith(".jsonc")) return text.matchAll(/(?:\/\/ .*\n\s*)*\/\/ .*|"[^"\n]* [^"\n]*"/g)
  return text.replace(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)/g, blank).matchAll(/.+/g)
}

interface Part {
  start: number
  whole: string
}

/** Comments and texts with a space. SQL is code, not prose. */
function proseOfCode(file: string, text: string): Part[] {
  const { program, comments } = parseSync(file, text)
  const found: Part[] = []
  let end = -1
  for (const comment of comments) {
    const whole = text.slice(comment.start, comment.end)
    const last = found.at(-1)
    const goesOn = comment.type === "Line" && /^\n[ \t]*$/.test(text.slice(end, comment.start))
    if (last?.whole.startsWith("//") && goesOn) last.whole += `\n${whole}`
    else found.push({ start: comment.start, whole })
    end = comment.end
  }
  visit(program, (node) => {
    const isText = ["Literal", "JSXText", "TemplateElement"].includes(node.type)
    const whole = node.type === "TemplateElement" ? (node.value as { raw: string }).raw : node.value
    if (isText && typeof whole === "string" && whole.includes(" "))
      found.push({ start: node.start, whole })
  })
  return found
}

interface Node {
  type: string
  start: number
  value?: unknown
  tag?: { name?: string }
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const entry of value) visit(entry, see)
  else if (typeof value === "object" && value !== null) {
    const node = value as Node
    if (node.type === "TaggedTemplateExpression" && node.tag?.name === "sql") return
    if ("type" in value) see(node)
    for (const entry of Object.values(value)) visit(entry, see)
  }
}

const uncoded = (part: string): string =>
  part.startsWith("\u0000") ? part.replace(/`[^`\n]*`/g, blank) : part

const blank = (match: string): string => match.replace(/[^\n]/g, " ")
