import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { parseSync } from "vite"

const root = join(import.meta.dirname, "..")

test("a text next to something else has a separate element, so that browsers can translate it", () => {
  const files = globSync("web/**/*.tsx", { cwd: root })
  assert.ok(files.length > 200)
  const places = files.flatMap((file) =>
    looseTexts(file, readFileSync(join(root, file), "utf8")).map((place) => `${file}:${place}`),
  )
  assert.deepEqual(places, [], "put it into a <span>, or make one text of all")
})

test("a loose text is found in every form", () => {
  const count = (jsx: string, declared = "") =>
    looseTexts("a.tsx", `${declared}\nexport const a = (${jsx})`).length
  for (const jsx of [
    "<><Spinner />{busy}</>",
    "<>Saved</>",
    "<p><b />{text}</p>",
    "<p>{amount} due</p>",
    "<p>{isLate && `late`}<b /></p>",
    "<p>{isLate ? texts.late : texts.due}<b /></p>",
    "<p>{isLate ? <b /> : texts.due}<i /></p>",
    "<p><b /> {isLate && texts.late}</p>",
    "<p>{isLate && <b />} due</p>",
    "<p>{days.map((day) => <b key={day} />)} due</p>",
    "<p>{days.map((day) => day)}</p>",
    "<p><Maybe /> due</p>",
    "<p><b />{children}</p>",
    "<p><b />{row(text)}</p>",
  ]) {
    assert.ok(count(jsx) > 0, jsx)
  }
  const made = "function row(text: string) { return <li>{text}</li> }"
  const props = "interface Props { children: Elements; field: (name: string) => Elements }"
  for (const jsx of [
    "<p>{busy}</p>",
    "<p>{isLate ? texts.late : <b />}</p>",
    "<p>{`due`}</p>",
    "<p>Please <b>call</b> us</p>",
    "<p>{texts.call} <b>{phone}</b></p>",
    '<p>{isLate && <b />}{" "}{isPaid && <i />}</p>',
    "<p>{isLate && <b />}<span>{text}</span></p>",
    "<ul>{days.map((day) => <li key={day}>{day}</li>)}<li /></ul>",
    "<ul><li />{row(text)}</ul>",
    "<p><b />{children}{field(`name`)}</p>",
    "<>{isLate && <b />}<i /></>",
  ]) {
    assert.equal(count(jsx, made + props), 0, jsx)
  }
  const component = (returned: string) => count("<b />", `function Sum() { return ${returned} }`)
  for (const returned of ["text", "texts.none", "isLate ? <b /> : text", "`late`"]) {
    assert.equal(component(returned), 1, returned)
  }
  for (const returned of ["null", "<b>{text}</b>", "isLate && <b />"]) {
    assert.equal(component(returned), 0, returned)
  }
})

/**
 * Texts in a component that a translating browser would break.
 *
 * Chrome's translation replaces each text node of a page with `<font>` elements, without React's
 * knowledge. React still holds the node that it created. It then throws when it removes that node
 * or inserts something before it, and when it changes the text, the screen still shows the old one,
 * such as an old amount. None of this happens to a text that is an element's only content, because
 * React then sets the text of the element. So a text next to something else needs a separate
 * element, unless it never changes and nothing is inserted or removed before it.
 *
 * Returns one line for each such text: its line number and its beginning.
 */
function looseTexts(file: string, code: string): string[] {
  const { program, errors } = parseSync(file, code, { preserveParens: false })
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found: string[] = []
  const report = ({ start }: { start: number }, why: string) => {
    const line = code.slice(0, start).split("\n").length
    found.push(`${line}: ${why}: ${code.slice(start, start + 60).replaceAll(/\s+/g, " ")}`)
  }
  const root = program as unknown as Syntax
  const names = namesOf(root)
  visit(root, (node) => {
    if (node.type === "JSXElement" || node.type === "JSXFragment") {
      checkChildren(node, names, report)
    } else if (node.type === "FunctionDeclaration" && isComponentName(node.id as Syntax)) {
      for (const one of returned(node.body as Syntax)) {
        const kinds = kindsOf(one, names)
        if (one.type !== "JSXFragment" && (kinds.has("text") || kinds.has("static"))) {
          report(one, "a text that a component returns")
        }
      }
    }
  })
  return found
}

/** A node of the syntax tree (ESTree with JSX). */
interface Syntax extends Record<string, unknown> {
  type: string
  start: number
}

type Report = (node: Syntax, why: string) => void

/** How a child appears on the screen. "static" is a text that no state changes. */
type Kind = "static" | "text" | "element" | "component" | "nothing"

/** The values of a file's names: the expression of a `const`, or the body of a function. */
type Names = Map<string, Syntax>

function checkChildren(parent: Syntax, names: Names, report: Report): void {
  const children = childrenOf(parent)
  const isFragment = parent.type === "JSXFragment"
  const isList = children.some((child) => isFunction((child.arguments as Syntax[])?.[0]))
  if (children.length < 2 && !isFragment && !isList) return
  let comesAndGoes = false
  for (const child of children) {
    const kinds = kindsOf(child, names)
    const isText = kinds.has("text") || kinds.has("static")
    if (isText && isFragment) report(child, "a text in a fragment")
    else if (kinds.has("text")) report(child, "a text that may change")
    else if (isText && kinds.size > 1) report(child, "a text that comes and goes")
    else if (isText && comesAndGoes) report(child, "a text behind something that comes and goes")
    if (kinds.size > 1 || kinds.has("component")) comesAndGoes = true
  }
}

/** The children that are not only whitespace, which a translation does not touch. */
function childrenOf(parent: Syntax): Syntax[] {
  return (parent.children as Syntax[])
    .map((child) =>
      child.type === "JSXExpressionContainer" ? (child.expression as Syntax) : child,
    )
    .filter(({ type, value }) => type !== "JSXEmptyExpression" && String(value).trim() !== "")
}

function kindsOf(node: Syntax, names: Names): Set<Kind> {
  const of = (...parts: unknown[]) => parts.flatMap((part) => [...kindsOf(part as Syntax, names)])
  switch (node.type) {
    case "JSXText":
      return new Set(["static"])
    case "Literal":
      return new Set([typeof node.value === "string" ? "static" : "nothing"])
    case "JSXElement":
      return new Set([isComponent(node) ? "component" : "element"])
    case "JSXFragment":
      return new Set(of(...childrenOf(node)))
    case "LogicalExpression":
      return new Set([
        ...of(node.right),
        ...(node.operator === "&&" ? [] : of(node.left)),
        "nothing",
      ])
    case "ConditionalExpression": {
      const both = of(node.consequent, node.alternate)
      return new Set([...both, ...(both.includes("static") ? (["text"] as const) : [])])
    }
    case "Identifier":
    case "CallExpression": {
      if ((node.callee as Syntax)?.name === "createElement") return new Set(["component"])
      const made = madeBy(node, names)
      return new Set(made.length > 0 ? [...of(...made), "nothing"] : ["text"])
    }
    case "MemberExpression":
      return new Set([isConstant(node) ? "static" : "text"])
    default:
      return new Set(["text"])
  }
}

/**
 * The elements that an expression renders: `list.map((one) => <li>…</li>)`, `row(one)` and `row`,
 * where the file declares `row`.
 */
function madeBy(node: Syntax, names: Names): Syntax[] {
  if (node.type === "Identifier") {
    const declared = names.get(String(node.name))
    return declared === undefined || isFunction(declared) ? [] : [declared]
  }
  const [argument] = node.arguments as Syntax[]
  if (isFunction(argument)) return returned(argument.body as Syntax)
  const declared = names.get(String((node.callee as Syntax).name))
  return declared && isFunction(declared) ? returned(declared.body as Syntax) : []
}

function isFunction(node: Syntax | undefined): node is Syntax {
  return node?.type === "ArrowFunctionExpression" || node?.type === "FunctionDeclaration"
}

/** The expressions that a function's body returns. */
function returned(body: Syntax): Syntax[] {
  if (body.type !== "BlockStatement") return [body]
  const found: Syntax[] = []
  const look = (node: Syntax) => {
    if (node.type === "ReturnStatement" && node.argument) found.push(node.argument as Syntax)
    for (const inner of partsOf(node)) if (!isFunction(inner)) look(inner)
  }
  look(body)
  return found
}

/**
 * The names of a file. Includes properties of type `Elements`, which contain no text: each counts
 * as an element.
 */
function namesOf(program: Syntax): Names {
  const names: Names = new Map()
  visit(program, (node) => {
    const { type, id, init, key, typeAnnotation } = node as Record<string, Syntax>
    if (node.type === "VariableDeclarator" && init && id?.type === "Identifier") {
      names.set(String(id.name), init)
    } else if (node.type === "FunctionDeclaration" && id) names.set(String(id.name), node)
    else if (node.type === "TSPropertySignature" && key && typeAnnotation && type) {
      const { typeName, returnType } = typeAnnotation.typeAnnotation as Record<string, Syntax>
      const made = (returnType?.typeAnnotation as { typeName?: Syntax } | undefined)?.typeName
      if (typeName?.name === "Elements") names.set(String(key.name), anElement)
      if (made?.name === "Elements") names.set(String(key.name), elementsMaker)
    }
  })
  return names
}

const name = { type: "JSXIdentifier", name: "Any" }
const anElement: Syntax = { type: "JSXElement", start: 0, openingElement: { name } }
const elementsMaker: Syntax = { type: "ArrowFunctionExpression", start: 0, body: anElement }

/** Whether it is a constant of a module, such as `texts.save` or `loginTexts.code.title`. */
function isConstant(node: Syntax): boolean {
  if (node.type === "Identifier") return /texts$/i.test(String(node.name))
  return node.type === "MemberExpression" && !node.computed && isConstant(node.object as Syntax)
}

function isComponent(element: Syntax): boolean {
  const { name } = element.openingElement as { name: Syntax }
  return name.type !== "JSXIdentifier" || isComponentName(name)
}

function isComponentName({ name }: Syntax): boolean {
  return /^[A-Z]/.test(String(name))
}

function visit(node: Syntax, act: (node: Syntax) => void): void {
  act(node)
  for (const part of partsOf(node)) visit(part, act)
}

function partsOf(node: Syntax): Syntax[] {
  return Object.values(node)
    .flat()
    .filter((one): one is Syntax => typeof one === "object" && one !== null && "type" in one)
}
