import { isDeepStrictEqual, diff as lineDiff } from "node:util"
import type { ReleaseContent, ReleaseFile } from "./release-content.ts"

export interface ReleaseDiff {
  /**
   * Field paths as in client.json, such as `brandDetail.cssFile`. `before` or `after` is undefined
   * if the field is absent.
   */
  fields: { field: string; before: unknown; after: unknown }[]
  texts: { title: string; change: Change; lines: DiffLine[] }[]
  files: { name: string; change: Change; before?: number; after?: number }[]
}

type Change = "added" | "removed" | "changed"

/** A line of a text: removed (-), added (+), or unchanged next to such a line. */
export interface DiffLine {
  sign: "-" | "+" | " "
  text: string
}

/** The differences between two versions of a client's brand. Sizes of files are in bytes. */
export function diffReleases(before: ReleaseContent, after: ReleaseContent): ReleaseDiff {
  const [fields, later] = [fieldsOf(before), fieldsOf(after)]
  return {
    fields: changed(fields, later).map(([field]) => {
      return { field, before: fields[field], after: later[field] }
    }),
    texts: changed(before.texts, after.texts).map(([title, change]) => {
      const lines = linesOf(before.texts[title] ?? "", after.texts[title] ?? "")
      return { title, change, lines }
    }),
    files: changed(before.files, after.files).map(([name, change]) => ({
      ...{ name, change },
      ...sizes(before.files[name], after.files[name]),
    })),
  }
}

function sizes(before: ReleaseFile | undefined, after: ReleaseFile | undefined) {
  return { ...(before && { before: before.bytes }), ...(after && { after: after.bytes }) }
}

/**
 * The individual fields. A list counts as one field, except the sites, which are compared by host.
 */
function fieldsOf({ brand }: ReleaseContent): Record<string, unknown> {
  if (!brand) return {}
  const { brandDetail, sites, pageTitles, ...fields } = brand
  const below = (name: string, values: object) =>
    Object.entries(values).map(([field, value]) => [`${name}.${field}`, value])
  return Object.fromEntries([
    ...Object.entries(fields),
    ...below("brandDetail", brandDetail),
    ...below("pageTitles", pageTitles ?? {}),
    ...sites.map(({ host, isCustomerSite }) => [`sites.${host}`, { isCustomerSite }]),
  ])
}

function changed(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): [name: string, change: Change][] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return names.flatMap((name): [string, Change][] => {
    if (!Object.hasOwn(before, name)) return [[name, "added"]]
    if (!Object.hasOwn(after, name)) return [[name, "removed"]]
    return isDeepStrictEqual(before[name], after[name]) ? [] : [[name, "changed"]]
  })
}

/** The changed lines, each with one unchanged line before and after it. */
function linesOf(before: string, after: string): DiffLine[] {
  const [old, now] = [before, after].map((text) => (text === "" ? [] : text.split("\n")))
  // Node marks lines that only its first argument contains with 1.
  const all = lineDiff(old ?? [], now ?? []).map(([operation, text]): DiffLine => {
    return { sign: operation === 0 ? " " : operation > 0 ? "-" : "+", text }
  })
  return all.filter((_, index) =>
    [index - 1, index, index + 1].some((near) => (all[near]?.sign ?? " ") !== " "),
  )
}

/** Whether two versions are the same. */
export function isSameRelease({ fields, texts, files }: ReleaseDiff): boolean {
  return fields.length + texts.length + files.length === 0
}
