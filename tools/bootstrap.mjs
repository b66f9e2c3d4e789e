// Runs a TypeScript file of the project on the Node that the project pins, installing the
// packages first where they are missing or older than the lockfile:
//
//   node tools/bootstrap.mjs tools/start.ts [arguments]
//
// It is all that a newcomer's own Node (20 or later) runs, hence plain JavaScript without packages.

import { spawn, spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { constants } from "node:os"
import { delimiter, join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const binaries = join(root, "node_modules", ".bin")
const ownPath = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== binaries)

if (!isInstalled()) install()
if (!existsSync(join(binaries, "node"))) {
  console.error(
    `There is no pinned Node for ${process.platform} on ${process.arch}: see optionalDependencies of package.json.`,
  )
  process.exit(1)
}
run(process.argv.slice(2))

/** npm leaves behind what it installed; that must be what the lockfile names. */
function isInstalled() {
  const installed = packagesOf("node_modules/.package-lock.json")
  const wanted = packagesOf("package-lock.json")
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = installed[path]
    if (found === undefined) return path === "" || optional === true
    return found.version === version && found.integrity === integrity
  })
}

/** @param {string} file */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), "utf8")).packages
  } catch (error) {
    if (error.code === "ENOENT") return {}
    throw error
  }
}

function install() {
  console.log("Installing the packages that the project needs; this takes about a minute …")
  // Not with the pinned Node, which npm is about to replace while it runs.
  const env = { ...process.env, PATH: ownPath.join(delimiter) }
  const npm = spawnSync("npm", ["ci"], { cwd: root, env, encoding: "utf8" })
  if (npm.status === 0) return
  console.error(npm.error?.message ?? `${npm.stdout}${npm.stderr}`)
  console.error("The packages could not be installed: npm says why above.")
  process.exit(1)
}

/** @param {string[]} command */
function run(command) {
  const child = spawn(join(binaries, "node"), command, {
    cwd: root,
    env: { ...process.env, PATH: [binaries, ...ownPath].join(delimiter) },
    stdio: "inherit",
  })
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => child.kill(signal))
  }
  child.on("error", (error) => {
    console.error(`The pinned Node could not be started: ${error.message}`)
    process.exit(1)
  })
  child.on("exit", (code, signal) => {
    process.exit(code ?? 128 + constants.signals[signal])
  })
}
