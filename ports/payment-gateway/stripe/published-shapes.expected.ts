import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "vite"

const resources = join(import.meta.dirname, "../../../node_modules/stripe/esm")

/** A declaration, limited to what the shapes of parameters need. */
interface Node {
  type: string
  id?: { name: string }
  declaration?: Node | null
  body?: Node & { body?: Node[] }
  extends?: { expression: { name: string } }[]
  key?: { name?: string; value?: string }
  optional?: boolean
  typeAnnotation?: Node
  typeName?: Name
  typeArguments?: { params: Node[] } | null
  types?: Node[]
  elementType?: Node
  members?: Node[]
  literal?: { value: unknown }
}
type Name = { name: string } | { left: Name; right: { name: string } }
interface Declared {
  node: Node
  scope: string
}

/**
 * Checks requests against the shapes that Stripe publishes: the official library's declarations,
 * which Stripe generates from its OpenAPI specification.
 */
export function readPublishedShapes(file: string) {
  const declared = new Map<string, Declared>()
  for (const path of ["shared.d.ts", `resources/${file}.d.ts`]) {
    const text = readFileSync(join(resources, path), "utf8")
    const { program, errors } = parseSync(path, text)
    if (errors.length > 0) throw new Error(`${path} cannot be read.`)
    declareAll(program.body as unknown as Node[], "")
  }

  function declareAll(nodes: readonly Node[], scope: string): void {
    for (const statement of nodes) {
      const node = statement.declaration ?? statement
      const name = node.id?.name
      if (name === undefined) continue
      const path = scope === "" ? name : `${scope}.${name}`
      if (node.type === "TSModuleDeclaration") declareAll(node.body?.body ?? [], path)
      else declared.set(path, { node, scope })
    }
  }

  /** Looks up a name from the inside outward. */
  function find(name: string, scope: string): Declared {
    for (let place = scope; ; place = place.split(".").slice(0, -1).join(".")) {
      const found = declared.get(place === "" ? name : `${place}.${name}`)
      if (found) return found
      if (place === "") throw new Error(`${file} declares no ${name}.`)
    }
  }

  function membersOf(node: Node, scope: string): Node[] {
    const own = node.body?.body ?? node.members ?? []
    const inherited = (node.extends ?? []).flatMap(({ expression }) => {
      const base = find(expression.name, scope)
      return membersOf(base.node, base.scope)
    })
    return [...own, ...inherited]
  }

  function problemsInObject(value: unknown, node: Node, scope: string, path: string): string[] {
    if (typeof value !== "object" || value === null) return [`${path} must be an object`]
    const members = membersOf(node, scope)
    const any = members.find((member) => member.type === "TSIndexSignature")
    const named = new Map(members.map((member) => [member.key?.name ?? member.key?.value, member]))
    const missing = [...named]
      .filter(([name, member]) => name && member.optional === false && !(name in value))
      .map(([name]) => `${path}.${name} is missing`)
    const wrong = Object.entries(value).flatMap(([name, inner]) => {
      const type = (named.get(name) ?? any)?.typeAnnotation?.typeAnnotation
      const place = `${path}.${name}`
      return type ? problemsIn(inner, type, scope, place) : [`${place} does not exist`]
    })
    return [...missing, ...wrong]
  }

  function problemsInList(value: unknown, type: Node, scope: string, path: string): string[] {
    const items = typeof value === "object" && value !== null ? Object.values(value) : undefined
    if (!items) return [`${path} must be a list`]
    return items.flatMap((item, index) => problemsIn(item, type, scope, `${path}.${index}`))
  }

  function problemsInUnion(value: unknown, types: Node[], scope: string, path: string): string[] {
    const literals = types.filter(({ type }) => type === "TSLiteralType")
    // Next to literals the library allows any string, for values that Stripe may add later; we
    // never send such a value.
    const considered = literals.length > 0 ? literals : types
    const tries = considered.map((type) => problemsIn(value, type, scope, path))
    return tries.find((problems) => problems.length === 0) ?? tries[0] ?? []
  }

  function problemsIn(value: unknown, type: Node, scope: string, path: string): string[] {
    const ofString = (fits: RegExp) =>
      typeof value === "string" && fits.test(value) ? [] : [`${path} is not ${type.type}`]
    switch (type.type) {
      case "TSStringKeyword":
        return ofString(/^/)
      case "TSNumberKeyword":
        return ofString(/^-?\d+(\.\d+)?$/)
      case "TSBooleanKeyword":
        return ofString(/^(true|false)$/)
      case "TSNullKeyword":
        return ofString(/^$/)
      case "TSLiteralType":
        return value === type.literal?.value ? [] : [`${path} cannot be ${String(value)}`]
      case "TSUnionType":
        return problemsInUnion(value, type.types ?? [], scope, path)
      case "TSTypeLiteral":
        return problemsInObject(value, type, scope, path)
      case "TSArrayType":
        return problemsInList(value, type.elementType as Node, scope, path)
      case "TSTypeReference":
        return problemsInNamed(value, type, scope, path)
      default:
        throw new Error(`${path}: ${type.type} is not known here.`)
    }
  }

  function problemsInNamed(value: unknown, type: Node, scope: string, path: string): string[] {
    const name = written(type.typeName as Name)
    const inner = type.typeArguments?.params[0]
    if (name === "Array") return problemsInList(value, inner as Node, scope, path)
    if (name === "Emptyable")
      return value === "" ? [] : problemsIn(value, inner as Node, scope, path)
    const { node, scope: home } = find(name, scope)
    if (node.type === "TSInterfaceDeclaration") return problemsInObject(value, node, home, path)
    return problemsIn(value, node.typeAnnotation as Node, home, path)
  }

  return {
    /** The faults in a request's parameters as sent; empty if there are none. */
    problems(parameters: string, value: object): string[] {
      const { node, scope } = find(parameters, "")
      // Names inside are relative to the declaration's own namespace.
      return problemsInObject(value, node, scope === "" ? parameters : scope, parameters)
    },
  }
}

/** Parameters as Stripe's form encoding means them: a[b][0]=c is {a: {b: {0: c}}}. */
export function parametersOf(form: string): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(form)) {
    const path = name.replaceAll("]", "").split("[")
    const last = path.pop() ?? ""
    let place = result
    for (const part of path) {
      place[part] ??= {}
      place = place[part] as Record<string, unknown>
    }
    place[last] = value
  }
  return result
}

function written(name: Name): string {
  return "name" in name ? name.name : `${written(name.left)}.${name.right.name}`
}
