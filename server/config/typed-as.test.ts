import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"

const root = join(import.meta.dirname, "../..")
const wrapper = readFileSync(join(root, "deploy/my-account"), "utf8")

/** Runs deploy/my-account in this project, with settings of its own and the user of the test. */
function runWrapper(typed: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "wrapper-"))
  try {
    const settings = join(folder, "settings")
    writeFileSync(settings, "MAIL_FROM='a$b&c#d@example.com'\n")
    const asUser = "setpriv --reuid=my-account --regid=my-account --init-groups "
    const own = {
      "/etc/my-account/settings": settings,
      "cd /opt/my-account": `cd ${root}`,
      [asUser]: "",
      "/var/lib/my-account": folder,
    }
    const script = Object.entries(own).reduce((text, [from, to]) => {
      assert.ok(text.includes(from), from)
      return text.replaceAll(from, to)
    }, wrapper)
    const { status, stdout, stderr } = spawnSync("sh", ["-s", "--", ...typed], {
      input: script,
      encoding: "utf8",
    })
    return { code: status, out: stdout, err: stderr }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test("CONFIG-06 the wrapper refuses a command that does not exist, and names those that do", () => {
  for (const typed of [["chekc"], [], ["-x"], ["fastify"], ["test"], ["."]]) {
    const { code, out, err } = runWrapper(typed)
    assert.deepEqual([code, out], [2, ""], err)
    assert.match(err, new RegExp(`^my-account: there is no command "${typed[0] ?? ""}"`))
    assert.match(err, / check .* restore|restore .* check /)
  }
})

test("CONFIG-06 a command under the wrapper names itself and the next one so", () => {
  const help = runWrapper(["keys", "--", "--help"])
  assert.equal(help.code, 0, help.err)
  assert.match(help.out, /^Usage: my-account keys -- \[list /)
  assert.doesNotMatch(help.out, /npm run/)
  const mistyped = runWrapper(["restore"])
  assert.equal(mistyped.code, 2)
  assert.match(mistyped.err, /^<folder> is missing\.\nUsage: my-account restore -- <folder>/)
})
