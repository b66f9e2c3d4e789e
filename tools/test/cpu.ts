import { readFileSync } from "node:fs"

/** Linux counts CPU time in hundredths of a second. */
const tick = 10

export interface Cpu {
  /** Milliseconds. */
  user: number
  system: number
}

/**
 * The CPU time of this process and of all its ended descendants that their parents waited for, like
 * `time` in a shell: it leaves out most of Chromium's renderers. Undefined where the system does
 * not offer /proc.
 */
export function cpuTime(): Cpu | undefined {
  try {
    // The fields after the name of the program: utime, stime, cutime and cstime are 11 to 14.
    const stat = readFileSync("/proc/self/stat", "utf8")
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number)
    return { user: (user + childUser) * tick, system: (system + childSystem) * tick }
  } catch {
    return undefined
  }
}
