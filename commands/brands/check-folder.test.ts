import assert from "node:assert/strict"
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { runCommand } from "#testing/command.ts"
import { runCommandHere } from "#testing/operator-commands.ts"
import { writeFolder } from "../load/example-folder.ts"
import { readyFiles } from "../readiness/mistakes.cases.ts"

const myAccount = (folder: string, name: string, ...typed: string[]) =>
  runCommandHere(name, typed, { INIT_CWD: folder, DATA_DIR: join(folder, "nowhere") })

test("READY-04 check needs no database, exits with 1 for errors and 0 for warnings, and prints findings as JSON", async () => {
  const files = readyFiles()
  const folder = await writeFolder(files)
  Object.assign(files, { "clients/fund/content/welcome.html": "<p>Hello {name}.</p>" })
  const unready = await writeFolder(files)
  try {
    assert.deepEqual(await myAccount(folder.path, "check-folder", "."), {
      ...{ code: 0, err: "", out: "Ready: fund, union.\n" },
    })
    const found = await myAccount(unready.path, "check-folder", ".")
    assert.equal(found.code, 1)
    assert.match(found.out, /^clients\/fund\/content\/welcome\.html:1 {2}error \(placeholder\): /)
    assert.match(found.out, /\n1 error, 0 warnings\.\n.*--allow placeholder\nNot ready\.\n$/)
    const accepted = await myAccount(
      unready.path,
      "check-folder",
      ".",
      "--allow",
      "placeholder",
      "--json",
    )
    assert.equal(accepted.code, 0)
    const { ready, findings } = JSON.parse(accepted.out)
    assert.equal(ready, true)
    assert.equal(findings[0].kind, "placeholder")
    const unknown = await myAccount(unready.path, "check-folder", ".", "--alow", "text")
    assert.equal(unknown.code, 2)
    const absent = await myAccount(folder.path, "check-folder", "nowhere")
    assert.equal(absent.code, 1)
    assert.match(absent.err, /^The folder \S+ cannot be read: no such file or directory\.\n$/)
  } finally {
    await folder.remove()
    await unready.remove()
  }
})

test("READY-06 new-brand --yes writes a folder that check finds ready, and no folder for a wrong option", async () => {
  const home = await mkdtemp(join(tmpdir(), "new-brand-"))
  try {
    const wrong = await myAccount(home, "new-brand", "acme", "--yes", "--accent", "blurple")
    assert.deepEqual([wrong.code, wrong.out], [1, ""])
    assert.match(wrong.err, /^--accent: Write a color/)
    const made = await myAccount(home, "new-brand", "acme", "--yes", "--words", "membership")
    assert.deepEqual([made.code, made.err], [0, ""])
    assert.match(made.out, /^acme\/ has \d+ files\./)
    assert.deepEqual(await readdir(home), ["acme"])
    const checked = await myAccount(home, "check-folder", "acme")
    assert.equal(checked.code, 0)
    assert.match(
      checked.out,
      /\n0 errors, 16 warnings\.\nReady: acme\. Correct the warnings before customers come\.\n$/,
    )
    const again = await myAccount(home, "new-brand", "acme", "--yes")
    assert.equal(again.code, 1)
    assert.match(again.err, /has files already/)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})

test("READY-11 CONFIG-06 new-brand names the next steps as they are typed here, and its owner alone can read the folder", async () => {
  const home = await mkdtemp(join(tmpdir(), "new-brand-"))
  const made = async (folder: string, settings = {}) =>
    await runCommand("new-brand", ["acme", "--yes", "--folder", folder], {
      INIT_CWD: home,
      ...settings,
    })
  try {
    const absolute = join(home, "one")
    const wrapped = await made(absolute, { TYPED_AS: "my-account" })
    assert.match(wrapped.out, new RegExp(`: my-account check-folder ${absolute} `))
    assert.match(wrapped.out, new RegExp(`: {2}my-account load ${absolute}\\n`))
    assert.match(await readFile(join(absolute, "README.md"), "utf8"), / my-account load FOLDER/)
    const relative = await made("my brands/two/")
    assert.match(relative.out, / npm run my-account -- load 'my brands\/two'\n/)
    for (const [part, mode] of [
      [".", 0o700],
      ["clients/acme", 0o700],
      ["clients/acme/people.json", 0o600],
      ["clients/acme/users.json", 0o600],
    ] as const) {
      assert.equal((await stat(join(absolute, part))).mode & 0o777, mode, part)
    }
    assert.match(
      await readFile(new URL("../../deploy/my-account", import.meta.url), "utf8"),
      /\n *set -a\n(.*\n)*? *TYPED_AS=my-account\n(.*\n)*? *set \+a\n/,
    )
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})

test("READY-06 new-brand takes answers from a pipe, and refuses what it cannot use without writing a file", async () => {
  const home = await mkdtemp(join(tmpdir(), "new-brand-"))
  const piped = (input: string, ...typed: string[]) =>
    runCommand("new-brand", [...typed], { INIT_CWD: home }, input)
  try {
    const early = await piped("\nAcme Mutual\n", "acme")
    assert.equal(early.code, 2)
    assert.match(early.err, /^The answers ended early, and nothing was written\..*--yes/)
    const wrong = await piped("\nAcme\n\n800-555-01x\n\n\n\n\n\n\n", "acme")
    assert.equal(wrong.code, 2)
    assert.match(wrong.err, /^Phone number of customer service: .*can dial/)
    for (const path of ["/tmp/acme", "../acme", "./acme", "C:\\\\acme"]) {
      const { code, err } = await runCommandHere("new-brand", [path, "--yes"], { INIT_CWD: home })
      assert.equal(code, 2)
      assert.match(err, /is a path\. NAME is .*--folder/)
    }
    assert.deepEqual(await readdir(home), [])
    const made = await piped("\nAcme Mutual\n\n\n\n\n#ffee00\n\n\n\n", "acme")
    assert.deepEqual([made.code, made.err], [0, ""])
    assert.match(made.out, /#ffee00 is too light for text on white/)
    assert.deepEqual(await readdir(home), ["acme"])
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})
