import assert from "node:assert/strict"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { runCommand } from "#testing/command.ts"
import { writeFolder } from "../load/example-folder.ts"
import { readyFiles } from "../readiness/mistakes-fixture.ts"

const portal = (folder: string, ...typed: string[]) =>
  runCommand("portal/portal.ts", typed, { INIT_CWD: folder, DATA_DIR: join(folder, "nowhere") })

test("READY-04 check tells errors from warnings, by exit code and as JSON", async () => {
  const files = readyFiles()
  const folder = await writeFolder(files)
  Object.assign(files, { "clients/fund/content/welcome.html": "<p>Hello {name}.</p>" })
  const unready = await writeFolder(files)
  try {
    assert.deepEqual(await portal(folder.path, "check", "."), {
      ...{ code: 0, err: "", out: "Ready: fund, union.\n" },
    })
    const found = await portal(unready.path, "check", ".")
    assert.equal(found.code, 1)
    assert.match(found.out, /^clients\/fund\/content\/welcome\.html:1 {2}error \(placeholder\): /)
    assert.match(found.out, /\n1 error, 0 warnings\.\n.*--allow placeholder\nNot ready\.\n$/)
    const accepted = await portal(unready.path, "check", ".", "--allow", "placeholder", "--json")
    assert.equal(accepted.code, 0)
    const { ready, findings } = JSON.parse(accepted.out)
    assert.equal(ready, true)
    assert.equal(findings[0].kind, "placeholder")
    const unknown = await portal(unready.path, "check", ".", "--alow", "text")
    assert.equal(unknown.code, 2)
    const absent = await portal(folder.path, "check", "nowhere")
    assert.equal(absent.code, 1)
    assert.match(absent.err, /ENOENT/)
  } finally {
    await folder.remove()
    await unready.remove()
  }
})

test("READY-06 new-brand --yes writes a folder that check finds ready, and no folder for a wrong option", async () => {
  const home = await mkdtemp(join(tmpdir(), "new-brand-"))
  try {
    const wrong = await portal(home, "new-brand", "acme", "--yes", "--accent", "blurple")
    assert.deepEqual([wrong.code, wrong.out], [1, ""])
    assert.match(wrong.err, /^--accent: Write a color/)
    const made = await portal(home, "new-brand", "acme", "--yes", "--words", "membership")
    assert.deepEqual([made.code, made.err], [0, ""])
    assert.match(made.out, /^acme\/ has \d+ files\./)
    assert.deepEqual(await readdir(home), ["acme"])
    const checked = await portal(home, "check", "acme")
    assert.deepEqual([checked.code, checked.out], [0, "Ready: acme.\n"])
    const again = await portal(home, "new-brand", "acme", "--yes")
    assert.equal(again.code, 1)
    assert.match(again.err, /has files already/)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})
