import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { parseSync } from "vite"

const textAttributes = ["label", "aria-label", "title", "placeholder", "hint", "caption", "alt"]

interface Node {
  type: string
  value?: unknown
  name?: { name: unknown }
  children?: Node[]
  expression?: Node
  consequent?: Node
  alternate?: Node
  left?: Node
  right?: Node
  quasis?: Node[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value

/**
 * The literals that an expression can evaluate to: `"Pay"`, `` `Pay ${it}` ``, `name || "None"` and
 * `isLate ? "Late" : texts.due`. Skips conditions and arguments, which do not reach the screen
 * unchanged.
 */
function literalsIn(expression: Node): unknown[] {
  switch (expression.type) {
    case "Literal":
      return [expression.value]
    case "TemplateLiteral":
      return expression.quasis?.map((quasi) => (quasi.value as { raw: string }).raw) ?? []
    case "ConditionalExpression":
      return [expression.consequent, expression.alternate].filter(isNode).flatMap(literalsIn)
    case "LogicalExpression":
      return [expression.left, expression.right].filter(isNode).flatMap(literalsIn)
    case "JSXExpressionContainer":
    case "ParenthesizedExpression":
      return isNode(expression.expression) ? literalsIn(expression.expression) : []
    default:
      return []
  }
}

/** The texts inside a component file: JSX text, and literal attributes that a person reads. */
function ownTexts(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source)
  assert.deepEqual(errors, [], file)
  const found: unknown[] = []
  const walk = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(walk)
    if (!isNode(value)) return
    if (value.type === "JSXText") found.push(value.value)
    if (value.type === "JSXElement") found.push(...(value.children ?? []).flatMap(literalsIn))
    if (value.type === "JSXAttribute" && textAttributes.includes(String(value.name?.name))) {
      if (isNode(value.value)) found.push(...literalsIn(value.value))
    }
    Object.values(value).forEach(walk)
  }
  walk(program)
  return found.filter((text) => typeof text === "string" && /\p{L}/u.test(text)).map(String)
}

test("the check finds a text in JSX and in an attribute", () => {
  const source = `const a = <p title="One" id="no">Two <b>{texts.three}</b>, <i aria-label="Four" /></p>`
  assert.deepEqual(ownTexts("a.tsx", source), ["One", "Two ", "Four"])
  const braces = `const a = <p>{"Five"}{\`Six \${seven}\`}{eight}</p>`
  assert.deepEqual(ownTexts("a.tsx", braces), ["Five", "Six "])
  const expressions = `const a = <p title={b || "Seven"}>{c ? "Eight" : d ?? "Nine"}{e === "no" && <i title={"Ten"} />}</p>`
  assert.deepEqual(ownTexts("a.tsx", expressions), ["Eight", "Nine", "Seven", "Ten"])
})

test("every screen keeps its texts in a texts.ts, apart from the components", () => {
  const root = import.meta.dirname
  const files = globSync("**/*.tsx", { cwd: root }).filter((file) => !file.startsWith("ui/"))
  assert.ok(files.length > 100, `${files.length} files`)
  const found = files.flatMap((file) =>
    ownTexts(file, readFileSync(`${root}/${file}`, "utf8")).map((text) => `${file}: ${text}`),
  )
  assert.deepEqual(found, [])
})
