import { existsSync, readFileSync, writeFileSync } from "node:fs"
import type { FileOutcome } from "./outcome.ts"

const file = "tools/test/floor.json"

/** The minimum number of tests of each file, by path. */
type Floor = Record<string, number>

function readFloor(): Floor {
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Floor
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/**
 * Lists the files that ran fewer tests than the floor requires and, after a run of every file, the
 * lines of files that no longer exist. A commit that removes tests changes the line and gives the
 * reason.
 */
export function lostTests(
  outcomes: readonly FileOutcome[],
  isWhole: boolean,
): { path: string; why: string }[] {
  const counts = countsOf(outcomes)
  return Object.entries(readFloor()).flatMap(([path, least]) => {
    const ran = counts.get(path)
    if (ran === undefined && !isWhole) return []
    if (ran !== undefined && ran >= least) return []
    const found = ran === undefined ? "did not run" : `ran ${ran} tests`
    return [{ path, why: `${path} ${found}, and ${file} asks for ${least}.` }]
  })
}

/**
 * Raises the lines of these files to the present numbers, and adds those of new files. A project
 * may have no floor file.
 */
export function raiseFloor(outcomes: readonly FileOutcome[]): void {
  if (!existsSync(file)) return
  const floor = readFloor()
  const before = JSON.stringify(floor)
  for (const [path, ran] of countsOf(outcomes)) floor[path] = Math.max(floor[path] ?? 0, ran)
  if (JSON.stringify(floor) === before) return
  const sorted = Object.entries(floor).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`)
}

function countsOf(outcomes: readonly FileOutcome[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { path, passed, failed } of outcomes) {
    counts.set(path, (counts.get(path) ?? 0) + passed + failed)
  }
  return counts
}
