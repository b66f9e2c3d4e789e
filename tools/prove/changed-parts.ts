import { readFileSync } from "node:fs"
import { join, matchesGlob } from "node:path"
import { git } from "#tools/test/changed.ts"
import { isPart, type PartName, partNames } from "./parts.ts"

const page = join(import.meta.dirname, "../../docs/testing.md")
const heading = "## The parts that a change needs"
const row = /^\| (`.+`) \| (.+) \|$/gm

interface Row {
  /** Folders, files, or patterns of files. */
  places: string[]
  parts: PartName[]
}

/**
 * The rows of the table in docs/testing.md.
 *
 * Errors: an `Error` that names an unknown part.
 */
export function readRows(): Row[] {
  const [, section = ""] = readFileSync(page, "utf8").split(heading)
  const [table = ""] = section.split("\n## ")
  return [...table.matchAll(row)].map(([, places = "", names = ""]) => ({
    places: [...places.matchAll(/`([^`]+)`/g)].map(([, place = ""]) => place),
    parts: names === "none" ? [] : names.split(", ").map(partNamed),
  }))
}

function partNamed(name: string): PartName {
  if (isPart(name)) return name
  throw new Error(`docs/testing.md names the part "${name}", which does not exist.`)
}

/** The parts of all rows that match one of these files, and the files that no row matches. */
export function partsFor(files: readonly string[], rows = readRows()) {
  const needed = new Set<PartName>()
  const unmapped: string[] = []
  for (const file of files) {
    const found = rows.filter(({ places }) => places.some((place) => isAt(file, place)))
    if (found.length === 0) unmapped.push(file)
    for (const part of found.flatMap(({ parts }) => parts)) needed.add(part)
  }
  return { parts: partNames.filter((name) => needed.has(name)), unmapped }
}

function isAt(file: string, place: string): boolean {
  if (place.includes("*")) return matchesGlob(file, place)
  return file === place || file.startsWith(`${place}/`)
}

/** A number from the hash of the last commit, so that successive commits run different shares. */
export function seedOfCommit(): number {
  const [hash = "0"] = git("rev-parse", "HEAD")
  return Number.parseInt(hash.slice(0, 6), 16)
}
