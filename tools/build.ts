import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { digestOf } from "./digest.ts"

const root = join(import.meta.dirname, "..")
const dist = join(root, "dist")
const stampName = ".sources"
const stamp = join(dist, stampName)
const sources = [
  ...["web", "contracts", "vite.config.ts", "tools/browsers/supported.ts"],
  // The first one lists the supported browsers.
  ...["package.json", "package-lock.json"],
]

/** Whether dist/ is missing or was built from other sources. */
export function isBuildStale(): boolean {
  return !existsSync(stamp) || readFileSync(stamp, "utf8") !== sourcesDigest()
}

/**
 * Builds web/ and then replaces dist/, so that parallel builds do not mix and dist/ is always
 * complete. Vite runs in a separate process, which frees its memory when it ends.
 *
 * Errors: an `Error` with the output of the build.
 */
export function build(): string {
  const digest = sourcesDigest()
  const fresh = `${dist}.${process.pid}`
  try {
    const printed = runVite(["--outDir", fresh])
    const config = join(root, "web", "build", "prerender.config.ts")
    runVite(["--config", config, "--outDir", join(fresh, "server")])
    writeFileSync(join(fresh, stampName), digest)
    replaceDist(fresh)
    return printed
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Runs Vite. Errors: an `Error` with the output of the build. */
function runVite(options: string[]): string {
  const vite = join(root, "node_modules", "vite", "bin", "vite.js")
  const run = { cwd: root, encoding: "utf8" } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [vite, "build", ...options], run)
  if (status !== 0) throw new Error(`The browser part could not be built.\n${stdout}${stderr}`)
  return stdout
}

/** Retries while another process replaces dist/ at the same time. */
function replaceDist(fresh: string): void {
  const old = `${fresh}.old`
  while (existsSync(fresh)) {
    try {
      if (existsSync(dist)) renameSync(dist, old)
      renameSync(fresh, dist)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== "ENOENT" && code !== "ENOTEMPTY" && code !== "EEXIST") throw error
    }
    rmSync(old, { recursive: true, force: true })
  }
}

function sourcesDigest(): string {
  return digestOf(sources.map((path) => join(root, path)))
}

if (import.meta.main) {
  const command = {
    usage: `npm run build
Builds the pages into dist/.
Exit codes: 0 built; 1 it failed, with the reason; 2 a mistyped command.`,
  }
  await runCommandLine(command, () => {
    readCommandLine(command)
    console.log(build())
  })
}
