import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import type { FileOutcome } from "./outcome.ts"

const file = "node_modules/.cache/test-costs.json"

/** The costs of a file's last run on this machine, in milliseconds. */
interface Cost {
  duration: number
  cpu: number
}

/** The costs by path and lane. */
export function readCosts(): Record<string, Cost> {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Record<string, Cost>
  } catch {
    return {}
  }
}

export function writeCosts(outcomes: readonly FileOutcome[]): void {
  const added = outcomes.map(({ path, lane, milliseconds, cpuMilliseconds = 0 }) => [
    `${path} ${lane}`,
    { duration: Math.round(milliseconds), cpu: Math.round(cpuMilliseconds) },
  ])
  mkdirSync(dirname(file), { recursive: true })
  const costs = { ...readCosts(), ...Object.fromEntries(added) }
  writeFileSync(file, JSON.stringify(costs, undefined, 2))
}
