import { createRequire } from "node:module"
import type { CompatData, Identifier, SupportStatement } from "@mdn/browser-compat-data"
import { browsersInData } from "./supported.ts"

type Features = Record<string, Identifier>

const { api, css, html, javascript } = createRequire(import.meta.url)(
  "@mdn/browser-compat-data",
) as CompatData

/** MDN's data about browser features. */
export const data = {
  /** Web interfaces and built-in objects of scripts, each with its members. */
  objects: { ...api, ...javascript.builtins } as Features,
  elements: html.elements as Features,
  attributes: html.global_attributes as Features,
  atRules: css["at-rules"] as Features,
  properties: css.properties as Features,
  selectors: css.selectors as Features,
  /** Functions and units, grouped by the type of value. */
  values: css.types as Features,
}

const browsers = browsersInData()

/** The supported browsers without a feature, such as "chrome 109". */
export function browsersWithout(feature: Identifier | undefined): string[] {
  const support = feature?.__compat?.support
  if (!support) return []
  return browsers
    .filter(({ name, version }) => support[name] && !isIn(support[name], version))
    .map(({ name, version }) => `${name} ${version}`)
}

function isIn(support: SupportStatement, version: string): boolean {
  return [support].flat().some((statement) => {
    const { version_added, version_removed, flags, prefix, alternative_name } = statement
    if (flags || prefix || alternative_name) return false
    if (typeof version_added !== "string" || isLater(version_added, version)) return false
    return typeof version_removed !== "string" || isLater(version_removed, version)
  })
}

/** Whether a version in the data, such as "≤37", is later than another. */
function isLater(one: string, other: string): boolean {
  if (one === "preview") return true
  const [major = 0, minor = 0] = one.replace("≤", "").split(".").map(Number)
  const [otherMajor = 0, otherMinor = 0] = other.split(".").map(Number)
  return major > otherMajor || (major === otherMajor && minor > otherMinor)
}

/** Names in scripts that a supported browser lacks. */
export interface LackingNames {
  /** Such as "Temporal" and "scheduler". */
  globals: Set<string>
  /** Such as "Promise.withResolvers". */
  statics: Set<string>
  /** Owners of members by the member's name: "toSorted" of "Array". */
  members: Map<string, string[]>
}

const globalScopes = ["Window", "WorkerGlobalScope", "WindowOrWorkerGlobalScope"]

/** Collects the names from the data. */
export function lackingNames(): LackingNames {
  const globals = new Set<string>()
  const statics = new Set<string>()
  const members = new Map<string, string[]>()
  for (const [owner, feature] of Object.entries(data.objects)) {
    const isMissing = browsersWithout(feature).length > 0
    if (isMissing) globals.add(owner)
    for (const [key, member] of membersOf(feature)) {
      const name = key.replace(/_static$/, "")
      if (!/^[a-z]\w*$/i.test(name) || name === owner || key.includes("_event")) continue
      if (!isMissing && browsersWithout(member).length === 0) continue
      if (globalScopes.includes(owner)) globals.add(name)
      else if (isStatic(owner, key)) statics.add(`${owner}.${name}`)
      else members.set(name, [...(members.get(name) ?? []), owner])
    }
  }
  return { globals, statics, members }
}

/** Names of members that some object has in all supported browsers, such as `map` of arrays. */
export function supportedMembers(): Set<string> {
  const isEverywhere = (feature: Identifier) => browsersWithout(feature).length === 0
  const members = Object.values(data.objects).filter(isEverywhere).flatMap(membersOf)
  return new Set(
    members.flatMap(([key, member]) => (isEverywhere(member) ? [key.replace(/_static$/, "")] : [])),
  )
}

function membersOf(feature: Identifier): [string, Identifier][] {
  return Object.entries(feature as Features).filter(
    ([key, member]) => key !== "__compat" && member.__compat !== undefined,
  )
}

/** The data of built-in objects do not state which members are static, so Node decides. */
function isStatic(owner: string, key: string): boolean {
  if (key.endsWith("_static")) return true
  const object = (globalThis as Record<string, unknown>)[owner]
  return object instanceof Object && Object.hasOwn(object, key)
}
