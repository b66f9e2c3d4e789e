import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** One place outside of SQL that compares clients. */
export interface Comparison {
  file: string
  line: number
  written: string
  /** Without it, everything is taken for the same client's. */
  instead: "true" | "false"
  /** The file's text without it. */
  without: string
}

const root = join(import.meta.dirname, "../../..")
const shape = /[\w.?]*\bclient (?<not>=|!)== (?!null\b)[\w.]+|[\w.]+\.includes\((?:\w+\.)?client\)/g

/** Every such place of services, server, ports and database. */
export function productComparisons(): Comparison[] {
  return globSync("{services,server,ports,database}/**/*.ts", { cwd: root })
    .filter((file) => !/\.test\.ts$|-fixture\.ts$|\/conformance/.test(file))
    .sort()
    .flatMap((file) => comparisonsIn(file, readFileSync(join(root, file), "utf8")))
}

export function comparisonsIn(file: string, source: string): Comparison[] {
  return [...source.matchAll(shape)].map((match) => {
    const [written] = match
    const before = source.slice(0, match.index)
    const instead = match.groups?.not === "!" ? "false" : "true"
    const without = `${before}${instead}${source.slice(match.index + written.length)}`
    return { file, line: before.split("\n").length, written, instead, without }
  })
}
