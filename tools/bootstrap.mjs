// Runs a TypeScript file of the project on the Node that the project pins. First installs the
// packages that are missing or differ from the lockfile:
//
//   node tools/bootstrap.mjs [--omit=dev] [--with=<folder>] tools/start.ts [arguments]
//
// --omit=dev     checks and installs only what a production server needs
// --with=<folder> also the packages of a folder that has a lockfile of its own
//
// It is plain JavaScript without packages, because the user's own Node (20 or later) runs it.

import { spawn, spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { constants } from "node:os"
import { delimiter, join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const binaries = join(root, "node_modules", ".bin")
const ownPath = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== binaries)

const command = process.argv.slice(2)
const omitsDev = command[0] === "--omit=dev"
if (omitsDev) command.shift()
const folders = [root]
while (command[0]?.startsWith("--with=")) {
  folders.push(join(root, command.shift()?.slice("--with=".length) ?? ""))
}

for (const folder of folders) {
  if (!isInstalled(folder)) install(folder)
}
if (!existsSync(join(binaries, "node"))) {
  console.error(
    `There is no pinned Node for ${process.platform} on ${process.arch}. npm 10 or later installs it: see optionalDependencies of package.json.`,
  )
  process.exit(1)
}
run()

/**
 * Compares npm's list of installed packages with the lockfile.
 * @param {string} folder
 */
function isInstalled(folder) {
  const installed = packagesOf(join(folder, "node_modules", ".package-lock.json"))
  const wanted = packagesOf(join(folder, "package-lock.json"))
  return Object.entries(wanted).every(([path, { version, integrity, optional, dev }]) => {
    if (omitsDev && dev === true) return true
    const found = installed[path]
    if (found === undefined) return path === "" || optional === true
    return found.version === version && found.integrity === integrity
  })
}

/** @param {string} file */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages
  } catch (error) {
    if (error.code === "ENOENT") return {}
    throw error
  }
}

/** @param {string} folder */
function install(folder) {
  console.log("Installing the packages that the project needs; this takes about a minute …")
  // Leaves out the pinned Node, because npm is about to replace it while it runs.
  const env = { ...process.env, PATH: ownPath.join(delimiter) }
  const parameters = ["ci", "--ignore-scripts", ...(omitsDev ? ["--omit=dev"] : [])]
  const npm = spawnSync("npm", parameters, { cwd: folder, env, encoding: "utf8" })
  if (npm.status === 0) return
  console.error(npm.error?.message ?? `${npm.stdout}${npm.stderr}`)
  console.error("The packages could not be installed: npm says why above.")
  process.exit(1)
}

function run() {
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
    // The loader has printed the missing library; no program of ours exits with 127.
    if (code === 127) console.error("On Debian and Ubuntu: apt-get install libatomic1")
    process.exit(code ?? 128 + constants.signals[signal])
  })
}
