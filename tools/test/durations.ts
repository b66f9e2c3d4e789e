import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

const file = "node_modules/.cache/test-durations.json"

/** The duration of each file's last run on this machine, in milliseconds. */
export function readDurations(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Record<string, number>
  } catch {
    return {}
  }
}

export function writeDurations(added: Record<string, number>): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...readDurations(), ...added }, undefined, 2))
}
