import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"

interface Package {
  version: string
  license?: string
  dev?: boolean
  integrity?: string
  hasInstallScript?: boolean
  os?: unknown
}

const root = join(import.meta.dirname, "..")
const lockfiles = globSync("**/package-lock.json", { cwd: root, exclude: ["**/node_modules"] })

function installedBy(lockfile: string): [string, Package][] {
  const { packages } = JSON.parse(readFileSync(join(root, lockfile), "utf8")) as {
    packages: Record<string, Package>
  }
  return Object.entries(packages).filter(([path]) => path !== "")
}

test("the project and its benchmarks each have a lockfile", () => {
  assert.deepEqual(lockfiles.toSorted(), [
    "package-lock.json",
    "tools/bench/programs/package-lock.json",
  ])
})

test("RECORD-20 every package, including the Node that runs the server, is pinned by its hash", () => {
  for (const lockfile of lockfiles) {
    const unpinned = installedBy(lockfile).filter(
      ([, { integrity }]) => !integrity?.startsWith("sha512-"),
    )
    assert.deepEqual(unpinned, [], lockfile)
  }
  const nodes = installedBy("package-lock.json").filter(([path]) =>
    /^node_modules\/node-(bin-)?\w+-(x64|arm64)$/.test(path),
  )
  assert.deepEqual(
    nodes.map(([path, { os }]) => `${path.replace(/.*(?=-)/, "")} ${os}`),
    ["-arm64 darwin", "-x64 darwin", "-arm64 linux", "-x64 linux", "-x64 win32"],
  )
  for (const [path, { version }] of nodes) assert.equal(`v${version}`, process.version, path)
})

test("RECORD-20 no package runs an install script", () => {
  for (const lockfile of lockfiles) {
    const scripts = installedBy(lockfile).filter(([, { hasInstallScript }]) => hasInstallScript)
    assert.deepEqual(scripts, [], lockfile)
    const settings = lockfile.replace("package-lock.json", ".npmrc")
    assert.match(readFileSync(join(root, settings), "utf8"), /^ignore-scripts=true$/m)
  }
})

/** Licenses whose only condition is to include their text. */
const permissive = new Set([
  ...["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC"],
  ...["MIT", "MIT-0", "OFL-1.1"],
])
/** Packages without a license in package.json; their LICENSE file contains it. */
const unnamed: Record<string, string> = { "node_modules/png-js": "MIT" }

test("RECORD-40 every package in production has a permissive license", () => {
  const shipped = installedBy("package-lock.json").filter(([, { dev }]) => dev !== true)
  const others = shipped.filter(
    ([path, { license = unnamed[path] ?? "" }]) =>
      license.split(/ AND | OR |[()]/).some((name) => name !== "" && !permissive.has(name)) ||
      license === "",
  )
  assert.deepEqual(others, [])
})
