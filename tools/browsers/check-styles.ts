import type { Identifier } from "@mdn/browser-compat-data"
import {
  type Atrule,
  type CssNode,
  type Declaration,
  find,
  generate,
  parse,
  type Rule,
  walk,
} from "css-tree"
import { browsersWithout, data } from "./lacking.ts"

const { atRules, properties, selectors, values } = data

/**
 * The features in a built style sheet that a supported browser lacks, each with the first place
 * that uses it: ":has()", "color-mix()", "1lh", "text-wrap: pretty", "@starting-style". Ignores
 * uses inside `@supports`, or after a declaration of the same property that all browsers
 * understand.
 */
export function lackingInStyles(css: string): Map<string, string> {
  const found = new Map<string, string>()
  let rule: Rule | null = null
  const note = (name: string, feature: Identifier | undefined, place: CssNode) => {
    if (found.has(name) || browsersWithout(feature).length === 0) return
    found.set(name, generate(place).slice(0, 200))
  }
  const sheet = parse(css, { parseCustomProperty: true })
  walk(sheet, function (node) {
    rule = this.rule
    if (node.type === "Atrule") {
      note(`@${node.name}`, atRules[node.name], node)
      if (node.name === "supports") return walk.skip
    } else if (node.type === "Feature" && this.atrule) {
      note(`@media ${node.name}`, atRules.media?.[node.name], this.atrule as Atrule)
    } else if (node.type === "FeatureRange" && this.atrule) {
      note("@media range", atRules.media?.range_syntax, this.atrule as Atrule)
    } else if (node.type === "NestingSelector" || (node.type === "Raw" && !this.declaration)) {
      // The parser leaves a nested rule without "&" raw.
      note("nesting", selectors.nesting, rule ?? node)
    } else if (node.type === "PseudoClassSelector") {
      note(`:${node.name}${node.children ? "()" : ""}`, selectors[node.name], rule?.prelude ?? node)
    } else if (node.type === "PseudoElementSelector") {
      note(`::${node.name}`, selectors[node.name], rule?.prelude ?? node)
    } else if (node.type === "Declaration") {
      for (const [name, feature] of featuresOf(node)) {
        if (!hasFallback(node, rule)) note(name, feature, node)
      }
    }
    return undefined
  })
  return found
}

/** The property, its keywords, functions and units. */
function featuresOf(declaration: Declaration): [string, Identifier | undefined][] {
  const { property, value } = declaration
  const own = properties[property]
  const features: [string, Identifier | undefined][] = [[property, own]]
  if (value.type === "Raw") return features
  walk(value, (node) => {
    if (node.type === "Identifier") features.push([`${property}: ${node.name}`, own?.[node.name]])
    if (node.type === "Function") features.push([`${node.name}()`, valueNamed(node.name, values)])
    if (node.type === "Dimension") features.push([`1${node.unit}`, unit(node.unit)])
  })
  return features
}

function unit(name: string): Identifier | undefined {
  const [, size] = /^([dsl])v(h|w|i|b|min|max)$/.exec(name) ?? []
  const sizes: Record<string, string> = { d: "dynamic", s: "small", l: "large" }
  if (size) return values.length?.[`viewport_percentage_units_${sizes[size]}`]
  if (name.startsWith("cq")) return values.length?.container_query_length_units
  return values.length?.[name]
}

/** The feature of a function name, at any depth of the data: color-mix() is a kind of color. */
function valueNamed(name: string, within: Record<string, Identifier>): Identifier | undefined {
  if (Object.hasOwn(within, name)) return within[name]
  for (const [key, inner] of Object.entries(within)) {
    const found = key === "__compat" ? undefined : valueNamed(name, inner as typeof within)
    if (found) return found
  }
  return undefined
}

/**
 * Whether an earlier declaration is a fallback. A value with var() is not a safe use: an older
 * browser accepts it, and then replaces the earlier value with nothing.
 */
function hasFallback(declaration: Declaration, rule: Rule | null): boolean {
  if (find(declaration, (node) => node.type === "Function" && node.name === "var")) return false
  const siblings = rule?.block.children.toArray() ?? []
  return siblings
    .slice(0, siblings.indexOf(declaration))
    .some(
      (sibling) =>
        sibling.type === "Declaration" &&
        sibling.property === declaration.property &&
        featuresOf(sibling).every(([, feature]) => browsersWithout(feature).length === 0),
    )
}
