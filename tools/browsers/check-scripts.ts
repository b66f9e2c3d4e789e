import {
  type CallExpression,
  type Identifier,
  type Literal,
  type MemberExpression,
  type Node,
  parse,
  type TemplateLiteral,
} from "acorn"
import { full } from "acorn-walk"
import {
  browsersWithout,
  data,
  type LackingNames,
  lackingNames,
  supportedMembers,
} from "./lacking.ts"

/** The newest ECMAScript with no syntax that a supported browser lacks. ES2024 has the flag `v`. */
const newestSyntax = 2023

const globalObjects = ["window", "self", "globalThis"]
/** Methods that return an iterator, which lacks `map` and `filter` in some supported browsers. */
const iteratorMethods = ["entries", "keys", "matchAll", "values"]

/**
 * Returns a function that finds the features in a built script that a supported browser lacks:
 * "Promise.withResolvers", "Array.toSorted", "scheduler", "dialog closedby".
 *
 * A script contains no types. A member of any object is reported if no object in older browsers has
 * a member with this name, and if it is called: reading it throws nothing. A script may test for a
 * global with `typeof`.
 *
 * Errors of that function: `SyntaxError` for a script with newer syntax.
 */
export function scriptCheck(): (code: string) => Set<string> {
  const lacking = lackingNames()
  const supported = supportedMembers()
  return (code) => lackingIn(code, lacking, supported)
}

function lackingIn(code: string, lacking: LackingNames, supported: Set<string>): Set<string> {
  const program = parse(code, { ecmaVersion: newestSyntax, sourceType: "module" })
  const found = new Set<string>()
  const declared = new Set<string>()
  const referred: Identifier[] = []
  const tested = new Set<Node>()
  const called = new Set<Node>()
  const members: MemberExpression[] = []

  full(program, (node, _, type) => {
    if (node.type === "Identifier") {
      const identifier = node as Identifier
      if (type === "VariablePattern") declared.add(identifier.name)
      else referred.push(identifier)
    } else if (node.type === "MemberExpression") members.push(node as MemberExpression)
    else if (node.type === "CallExpression") {
      called.add((node as CallExpression).callee)
      for (const one of lackingInElement(node as CallExpression)) found.add(one)
    } else if (node.type === "UnaryExpression" && "argument" in node) {
      tested.add(node.argument as Node)
    } else if (/^(Function|Class)/.test(node.type) && "id" in node) {
      const id = node.id as Identifier | null
      if (id) declared.add(id.name)
    } else if (node.type === "ImportDeclaration" && "specifiers" in node) {
      for (const { local } of node.specifiers as { local: Identifier }[]) declared.add(local.name)
    }
  })

  for (const node of referred) {
    if (lacking.globals.has(node.name) && !declared.has(node.name) && !tested.has(node)) {
      found.add(node.name)
    }
  }
  for (const node of members) {
    const name = propertyOf(node)
    if (name === undefined) continue
    const owner = node.object.type === "Identifier" ? node.object.name : ""
    if (lacking.statics.has(`${owner}.${name}`)) found.add(`${owner}.${name}`)
    else if (globalObjects.includes(owner) && lacking.globals.has(name)) found.add(name)
    for (const of of lacking.members.get(name) ?? []) {
      // An object whose whole interface is missing comes from a global or member that is already
      // reported.
      const isMember =
        of === "Iterator"
          ? isIterator(node.object)
          : !supported.has(name) && !lacking.globals.has(of)
      if (isMember && called.has(node)) found.add(`${of}.${name}`)
    }
  }
  return found
}

/** The attributes of an element that React creates: jsx("dialog", { closedby }). */
function lackingInElement({ arguments: [element, attributes] }: CallExpression): string[] {
  const name = textOf(element)
  if (
    name === undefined ||
    !Object.hasOwn(data.elements, name) ||
    attributes?.type !== "ObjectExpression"
  )
    return []
  const keys = attributes.properties.flatMap((property) =>
    property.type === "Property" && property.key.type === "Identifier" ? [property.key.name] : [],
  )
  return keys
    .map((key) => key.toLowerCase())
    .filter((key) => {
      const feature = data.elements[name]?.[key] ?? data.attributes[key]
      return browsersWithout(feature).length > 0
    })
    .map((key) => `${name} ${key}`)
}

function propertyOf({ computed, property }: MemberExpression): string | undefined {
  if (property.type === "Identifier") return computed ? undefined : property.name
  return textOf(property)
}

function textOf(node: Node | undefined): string | undefined {
  if (node?.type === "Literal") return String((node as Literal).value)
  if (node?.type !== "TemplateLiteral") return undefined
  const { quasis } = node as TemplateLiteral
  return quasis.length === 1 ? (quasis[0]?.value.cooked ?? undefined) : undefined
}

/**
 * Whether it is a call such as `map.values()`, rather than `Object.values(map)`, which returns an
 * array.
 */
function isIterator(node: Node): boolean {
  if (node.type !== "CallExpression") return false
  const { callee } = node as CallExpression
  if (callee.type !== "MemberExpression") return false
  const isOfObject = callee.object.type === "Identifier" && callee.object.name === "Object"
  return !isOfObject && iteratorMethods.includes(propertyOf(callee) ?? "")
}
