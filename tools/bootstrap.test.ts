import assert from "node:assert/strict"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"

const bootstrap = join(import.meta.dirname, "bootstrap.mjs")

function started(text: string) {
  const file = join(mkdtempSync(join(tmpdir(), "bootstrap-")), "script.ts")
  writeFileSync(file, text)
  return spawn(process.execPath, [bootstrap, file, "one", "two"], { stdio: "pipe" })
}

test("the script gets its arguments, and its exit code is returned", async () => {
  const child = started("process.exit(process.argv.slice(2).join() === 'one,two' ? 7 : 1)")
  assert.deepEqual(await once(child, "exit"), [7, null])
})

test("a signal reaches the script, which ends normally", async () => {
  const child = started(
    "process.on('SIGTERM', () => process.exit(5)); console.log('up'); setInterval(() => {}, 1000)",
  )
  await once(child.stdout, "data")
  child.kill("SIGTERM")
  assert.deepEqual(await once(child, "exit"), [5, null])
})

test("a script that a signal ends has the same exit code as in a shell", async () => {
  const child = started("process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)")
  assert.deepEqual(await once(child, "exit"), [128 + 9, null])
})

/**
 * Creates a project in a separate folder whose lockfile contains one package that is not installed.
 */
function projectThatLacks(missing: { dev?: true }, folder = "") {
  const project = mkdtempSync(join(tmpdir(), "bootstrap-project-"))
  mkdirSync(join(project, "tools"))
  cpSync(bootstrap, join(project, "tools", "bootstrap.mjs"))
  mkdirSync(join(project, "node_modules", ".bin"), { recursive: true })
  symlinkSync(process.execPath, join(project, "node_modules", ".bin", "node"))
  mkdirSync(join(project, folder), { recursive: true })
  const packages = { "node_modules/missing": { version: "1.0.0", ...missing } }
  writeFileSync(join(project, folder, "package-lock.json"), JSON.stringify({ packages }))
  writeFileSync(join(project, "script.ts"), "console.log('ran')")
  return project
}

/** Without npm on the path, an attempt to install ends with an error. */
function runWithoutNpm(project: string, flags: string[]) {
  const parameters = [join(project, "tools", "bootstrap.mjs"), ...flags, "script.ts"]
  const env = { PATH: project }
  const { stdout, stderr } = spawnSync(process.execPath, parameters, { env, encoding: "utf8" })
  rmSync(project, { recursive: true })
  return stderr === "" ? stdout : stderr
}

test("a missing package is installed first", () => {
  assert.match(runWithoutNpm(projectThatLacks({}), []), /npm ENOENT/)
  assert.match(runWithoutNpm(projectThatLacks({ dev: true }), []), /npm ENOENT/)
})

test("--omit=dev skips packages that only development needs", () => {
  assert.equal(runWithoutNpm(projectThatLacks({ dev: true }), ["--omit=dev"]), "ran\n")
  assert.match(runWithoutNpm(projectThatLacks({}), ["--omit=dev"]), /npm ENOENT/)
})

test("--with also installs the packages of a folder", () => {
  assert.equal(runWithoutNpm(projectThatLacks({}, "programs"), []), "ran\n")
  assert.match(runWithoutNpm(projectThatLacks({}, "programs"), ["--with=programs"]), /npm ENOENT/)
})
