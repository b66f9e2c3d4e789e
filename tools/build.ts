import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readCommandLine, runCommandLine } from "#server/config/command-line.ts"
import { digestOf } from "./digest.ts"

const root = join(import.meta.dirname, "..")
const stamp = join(root, "dist", ".sources")
const sources = ["web", "contracts", "vite.config.ts", "package-lock.json"]

/** Whether dist/ is missing or was built from other sources. */
export function isBuildStale(): boolean {
  return !existsSync(stamp) || readFileSync(stamp, "utf8") !== sourcesDigest()
}

/**
 * Builds web/ into dist/. In a process of its own, so that its memory goes with it.
 *
 * Errors: an `Error` with what the build printed.
 */
export function build(): string {
  const digest = sourcesDigest()
  const vite = join(root, "node_modules", "vite", "bin", "vite.js")
  const { status, stdout, stderr } = spawnSync(process.execPath, [vite, "build"], {
    cwd: root,
    encoding: "utf8",
  })
  if (status !== 0) throw new Error(`The browser part could not be built.\n${stdout}${stderr}`)
  writeFileSync(stamp, digest)
  return stdout
}

function sourcesDigest(): string {
  return digestOf(sources.map((path) => join(root, path)))
}

if (import.meta.main) {
  const command = { usage: "npm run build" }
  await runCommandLine(command, () => {
    readCommandLine(command)
    console.log(build())
  })
}
