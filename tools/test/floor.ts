import { readFileSync, writeFileSync } from "node:fs"
import type { Outcome } from "./outcome.ts"

const file = "tools/test/floor.json"

/** The fewest tests of each kind that a whole run accepts; empty if the file is missing. */
export type Floor = Record<string, number>

export function readFloor(): Floor {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Floor
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {}
    throw error
  }
}

/** The reason why a whole run of this kind has too few tests, or undefined if it has enough. */
export function tooFew(
  kind: string,
  { passed, failed }: Outcome,
  floor: Floor,
): string | undefined {
  const least = floor[kind] ?? 0
  const ran = passed + failed
  if (ran >= least) return undefined
  return `${kind}: ${ran} tests ran, ${file} asks for at least ${least}. Tests were lost, or ${file} has to say why there are fewer.`
}

/** Raises the limits to the present numbers where those are larger. */
export function raiseFloor(counts: Record<string, Outcome>): void {
  const floor = readFloor()
  for (const [kind, { passed }] of Object.entries(counts)) {
    floor[kind] = Math.max(floor[kind] ?? 0, passed)
  }
  writeFileSync(file, `${JSON.stringify(floor, undefined, 2)}\n`)
  console.log(`${file} now asks for ${JSON.stringify(floor)}.`)
}
