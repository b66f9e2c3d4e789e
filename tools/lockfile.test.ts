import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"

const root = join(import.meta.dirname, "..")
const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  packages: Record<
    string,
    { version: string; integrity?: string; hasInstallScript?: boolean; os?: unknown }
  >
}
const installed = Object.entries(packages).filter(([path]) => path !== "")

test("RECORD-20 every package, the Node that runs the server too, is pinned by its hash", () => {
  const unpinned = installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))
  assert.deepEqual(unpinned, [])
  const nodes = installed.filter(([path]) =>
    /^node_modules\/node-(bin-)?\w+-(x64|arm64)$/.test(path),
  )
  assert.deepEqual(
    nodes.map(([path, { os }]) => `${path.replace(/.*(?=-)/, "")} ${os}`),
    ["-arm64 darwin", "-x64 darwin", "-arm64 linux", "-x64 linux", "-x64 win32"],
  )
  for (const [path, { version }] of nodes) assert.equal(`v${version}`, process.version, path)
})

test("RECORD-20 no package runs a script of its own when it is installed", () => {
  const scripts = installed.filter(([, { hasInstallScript }]) => hasInstallScript)
  assert.deepEqual(scripts, [])
  assert.match(readFileSync(join(root, ".npmrc"), "utf8"), /^ignore-scripts=true$/m)
})
