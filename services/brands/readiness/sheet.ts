import { type CssNode, type Declaration, generate, lexer, parse, tokenize, walk } from "css-tree"
import type { TextFile } from "#platform/files/text-file.ts"
import { lineAt } from "#platform/files/text-file.ts"

/** A custom property that a sheet sets for the whole page. */
export interface Token {
  name: string
  value: string
  line: number
  /** True if set only in the dark scheme. */
  isDark: boolean
  /** True if set only in the light scheme. */
  isLight: boolean
  /** True if set in a layer. Properties outside of layers win. */
  isLayered: boolean
}

export interface FontFace {
  family: string
  /** Font files in the sheet's folder. */
  files: { name: string; line: number }[]
  /** Whether it lists fonts of the device. */
  isLocal: boolean
  line: number
}

export interface StyleRules {
  source: TextFile
  tokens: Token[]
  fontFaces: FontFace[]
  /** Names in var() without a fallback value. */
  uses: { name: string; line: number }[]
  /** Other files in url(), such as pictures. */
  files: { name: string; line: number }[]
  /** Rules that hide a part of the page from every customer. */
  hiding: { selector: string; line: number }[]
  faults: { line: number; reason: string }[]
}

/** The parts of a style sheet that the checks need. */
export function readSheet(source: TextFile): StyleRules {
  const faults = bracketFaults(source)
  const ast = parse(source.text, {
    positions: true,
    parseCustomProperty: false,
    onParseError: ({ line, message }) => faults.push({ line, reason: message }),
  })
  const sheet: StyleRules = {
    source,
    tokens: [],
    fontFaces: [],
    uses: [],
    files: [],
    hiding: [],
    faults,
  }
  readNodes(ast, { isDark: false, isLight: false, isLayered: false, isRoot: false }, sheet)
  return sheet
}

interface Scope {
  isDark: boolean
  isLight: boolean
  isLayered: boolean
  isRoot: boolean
}

function readNodes(node: CssNode, scope: Scope, sheet: StyleRules): void {
  if (node.type === "StyleSheet" || node.type === "Block") {
    for (const child of node.children) readNodes(child, scope, sheet)
  } else if (node.type === "Atrule") {
    readAtRule(node, scope, sheet)
  } else if (node.type === "Rule") {
    const isRoot = /(^|,)\s*(:root|html)\s*(,|$)/.test(generate(node.prelude))
    noteHiding(node, sheet)
    readNodes(node.block, { ...scope, isRoot }, sheet)
  } else if (node.type === "Declaration") {
    readDeclaration(node, scope, sheet)
  }
}

function readAtRule(node: CssNode & { type: "Atrule" }, scope: Scope, sheet: StyleRules): void {
  const { name, block } = node
  const prelude = node.prelude ? generate(node.prelude) : ""
  if (!block) return
  if (name === "font-face") {
    sheet.fontFaces.push(fontFaceOf(block, sheet))
    return
  }
  if (name === "media") {
    // Media queries other than the color scheme, such as print, do not affect screens.
    if (/prefers-color-scheme/.test(prelude) === false) {
      for (const child of block.children) {
        noteUses(child, sheet)
        if (child.type === "Rule" && !/\bprint\b/.test(prelude)) noteHiding(child, sheet)
      }
      return
    }
    const isDark = /prefers-color-scheme:\s*dark/.test(prelude)
    readNodes(block, { ...scope, isDark, isLight: !isDark }, sheet)
    return
  }
  // Other at-rules contain descriptors or animation steps, which do not set values for the page.
  if (!["layer", "supports", "container"].includes(name)) return
  readNodes(block, { ...scope, isLayered: scope.isLayered || name === "layer" }, sheet)
}

function readDeclaration(node: Declaration, { isRoot, ...scope }: Scope, sheet: StyleRules): void {
  const { property, loc } = node
  const line = loc?.start.line ?? 1
  const value = generate(node.value).trim()
  noteUses(node, sheet)
  if (property.startsWith("--")) {
    if (isRoot) sheet.tokens.push({ name: property, value, line, ...scope })
    return
  }
  const { error } = lexer.matchProperty(property, node.value)
  if (!error) return
  const isUnknown = error.name === "SyntaxReferenceError"
  const reason = isUnknown
    ? `no browser knows the property ${property}`
    : `${value} is no value of ${property}`
  // Only the browser can resolve values with var().
  if (isUnknown || !value.includes("var(")) sheet.faults.push({ line, reason })
}

const hidden: Record<string, RegExp> = {
  display: /^none\b/,
  visibility: /^(hidden|collapse)\b/,
  opacity: /^0*(\.0*)?%?$/,
}

function noteHiding({ prelude, block, loc }: CssNode & { type: "Rule" }, sheet: StyleRules): void {
  const hides = block.children.some(
    (node) =>
      node.type === "Declaration" &&
      hidden[node.property]?.test(generate(node.value).trim()) === true,
  )
  if (hides) sheet.hiding.push({ selector: generate(prelude), line: loc?.start.line ?? 1 })
}

function noteUses(node: CssNode, sheet: StyleRules): void {
  const text = generate(node)
  const line = node.loc?.start.line ?? 1
  for (const [, name = "", end] of text.matchAll(/var\(\s*(--[\w-]+)\s*([,)])/g)) {
    if (end === ")") sheet.uses.push({ name, line })
  }
  for (const name of filesIn(text)) sheet.files.push({ name, line })
}

function fontFaceOf(block: CssNode, sheet: StyleRules): FontFace {
  const face: FontFace = { family: "", files: [], isLocal: false, line: block.loc?.start.line ?? 1 }
  walk(block, (node) => {
    if (node.type !== "Declaration") return
    const value = generate(node.value)
    const line = node.loc?.start.line ?? face.line
    if (node.property === "font-family") face.family = unquoted(value)
    if (node.property === "src") {
      face.files.push(...filesIn(value).map((name) => ({ name, line })))
      face.isLocal ||= value.includes("local(")
    }
  })
  if (face.family === "")
    sheet.faults.push({ line: face.line, reason: "@font-face has no font-family" })
  return face
}

function filesIn(value: string): string[] {
  return [...value.matchAll(/url\(\s*["']?([^"')]+)["']?\s*\)/g)]
    .map(([, address = ""]) => address)
    .filter((address) => !address.startsWith("data:") && !address.startsWith("#"))
}

export function unquoted(value: string): string {
  return value.trim().replace(/^(["'])(.*)\1$/, "$2")
}

const closing: Record<string, string> = { "{": "}", "(": ")", "[": "]" }

/** Unmatched brackets. A browser ignores everything after them. */
function bracketFaults(source: TextFile): StyleRules["faults"] {
  const open: { bracket: string; start: number }[] = []
  const faults: StyleRules["faults"] = []
  tokenize(source.text, (_type, start, end) => {
    const token = source.text.slice(start, end)
    const last = token.at(-1) ?? ""
    if (/^(["']|\/\*)/.test(token)) return
    if (last in closing) open.push({ bracket: last, start })
    else if (/^[})\]]$/.test(token)) {
      const opened = open.pop()
      if (opened && closing[opened.bracket] === token) return
      faults.push({ line: lineAt(source, start), reason: `“${token}” closes nothing` })
    }
  })
  return [
    ...faults,
    ...open.map(({ bracket, start }) => ({
      line: lineAt(source, start),
      reason: `“${bracket}” is never closed, so browsers ignore what follows`,
    })),
  ]
}
