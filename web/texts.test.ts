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
  quasis?: Node[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value

/** The literals in braces among the children of an element: `{"Pay"}` and `{`Pay ${it}`}`. */
function literalChildren({ children = [] }: Node): unknown[] {
  return children.flatMap(({ type, expression }) => {
    if (type !== "JSXExpressionContainer" || !isNode(expression)) return []
    const quasis = expression.quasis?.map((quasi) => (quasi.value as { raw: string }).raw) ?? []
    return [expression.value, ...quasis]
  })
}

/** The texts that a component holds itself: JSX text, and literal attributes that a person reads. */
function ownTexts(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source)
  assert.deepEqual(errors, [], file)
  const found: unknown[] = []
  const walk = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(walk)
    if (!isNode(value)) return
    if (value.type === "JSXText") found.push(value.value)
    if (value.type === "JSXElement") found.push(...literalChildren(value))
    if (value.type === "JSXAttribute" && textAttributes.includes(String(value.name?.name))) {
      if (isNode(value.value)) found.push(value.value.value)
    }
    Object.values(value).forEach(walk)
  }
  walk(program)
  return found.filter((text) => typeof text === "string" && /\p{L}/u.test(text)).map(String)
}

test("finds a text in JSX and in an attribute", () => {
  const source = `const a = <p title="One" id="no">Two <b>{texts.three}</b>, <i aria-label="Four" /></p>`
  assert.deepEqual(ownTexts("a.tsx", source), ["One", "Two ", "Four"])
  const braces = `const a = <p>{"Five"}{\`Six \${seven}\`}{eight}</p>`
  assert.deepEqual(ownTexts("a.tsx", braces), ["Five", "Six "])
})

test("the texts of every screen stand in a texts.ts, apart from the components", () => {
  const root = import.meta.dirname
  const files = globSync("**/*.tsx", { cwd: root }).filter((file) => !file.startsWith("ui/"))
  assert.ok(files.length > 100, `${files.length} files`)
  const found = files.flatMap((file) =>
    ownTexts(file, readFileSync(`${root}/${file}`, "utf8")).map((text) => `${file}: ${text}`),
  )
  assert.deepEqual(found, [])
})
