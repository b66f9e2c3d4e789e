import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"

/** Milliseconds. `npm start` loads the demo, which takes more than a minute on a busy machine. */
const patienceMs = 300_000

/** Path of a program that tools/bench/programs/package.json lists. */
export function programOf(name: string): string {
  return join(import.meta.dirname, "programs", "node_modules", ".bin", name)
}

/**
 * Runs a script of the project with the pinned Node. Its standard output is ignored. `flags` are
 * Node's.
 */
export function startScript(
  script: string,
  env: Record<string, string | undefined>,
  parameters: readonly string[] = [],
  flags: readonly string[] = [],
): ChildProcess {
  return spawn(process.execPath, [...flags, script, ...parameters], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  })
}

/** Milliseconds until the server at this address reports that it is ready. */
export async function untilReady(child: ChildProcess, address: string): Promise<number> {
  const start = performance.now()
  while (performance.now() - start < patienceMs) {
    const response = await fetch(address).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.ok) return performance.now() - start
    if (child.exitCode !== null) break
    await wait(20)
  }
  throw new Error(`${child.spawnargs.join(" ")} did not get ready.`)
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.kill("SIGINT")) await once(child, "exit")
}

/** The process's resident memory, in megabytes. */
export function residentMegabytes({ pid }: ChildProcess): number {
  const { stdout } = spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })
  return Number(stdout) / 1024
}

/**
 * CPU milliseconds of all threads of a process; 0 for one that has ended. A thread that ends
 * between two readings counts as 0. `system` is the folder with a folder for each process.
 */
export function cpuMilliseconds(processId: number, system = "/proc"): number {
  const threads = join(system, String(processId), "task")
  const nanoseconds = (ifThere(() => readdirSync(threads)) ?? []).map((thread) => {
    const text = ifThere(() => readFileSync(join(threads, thread, "schedstat"), "utf8"))
    return Number(text?.split(" ")[0] ?? 0)
  })
  return nanoseconds.reduce((total, one) => total + one, 0) / 1e6
}

/**
 * The result of `read`, or undefined for a process or thread that ended before or while it was
 * read.
 */
function ifThere<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined
    throw error
  }
}
