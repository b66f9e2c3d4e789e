// @prove-only conform

import assert from "node:assert/strict"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, test } from "node:test"
import { fileURLToPath } from "node:url"
import { runCommand } from "#testing/command.ts"
import { startPlainAccountSystem } from "#testing/plain-account-system.ts"
import { people, serveFacts, token } from "./served-facts-fixture.ts"

let served: Awaited<ReturnType<typeof serveFacts>>
let folder: string
before(async () => {
  served = await serveFacts()
  folder = mkdtempSync(join(tmpdir(), "conform-"))
  writeFileSync(join(folder, "people.json"), JSON.stringify({ people }))
})
after(async () => {
  await served.close()
  rmSync(folder, { recursive: true })
})

/** Runs the command in the folder of the people file. */
function conform(typed: string[], settings: NodeJS.ProcessEnv = {}) {
  return runCommand("conform", typed, { INIT_CWD: folder, ...settings })
}

test("CONFORM-04 the command lists its changes first, reports, writes JUnit, and exits with 0", async () => {
  const typed = [served.url, "--people", "people.json", "--write", "--junit", "results.xml"]
  const { code, out, err } = await conform(typed, { POLICY_ADMIN_TOKEN: token })
  assert.equal(code, 0, out + err)
  assert.match(
    err,
    /^This will change:\n- second-client, account A1, plan 7000000088: posts a payment/,
  )
  assert.match(
    out,
    /\n\n\d+ checks: \d+ hold, 0 findings, 0 not run\.\nNot tried, .*: issueBills, .*\n$/,
  )
  assert.match(readFileSync(join(folder, "results.xml"), "utf8"), /^<\?xml .*failures="0"/s)
})

test("CONFORM-04 the command exits with 1 when there are findings, and shows no token", async () => {
  const { code, out, err } = await conform([served.url, "--token", "wrong-token", "--json"])
  assert.equal(code, 1, out + err)
  const results: { outcome: string; sent?: string[] }[] = JSON.parse(out)
  const finding = results.find(({ outcome }) => outcome === "finding")
  assert.match(finding?.sent?.at(-1) ?? "", /^(GET|POST) \/v1\/\w+ .*→ 401 /)
  assert.ok(!`${out}${err}`.includes("wrong-token"))
})

test("CONFORM-04 the command exits with 2 for wrong arguments, or when no server answers", async () => {
  const cases: [typed: string[], message: RegExp][] = [
    [[], /^URL is missing\.\nUsage: /],
    [["harbor.example"], /^'harbor\.example' is not an address/],
    [["https://user:secret@harbor.example"], /^The address contains a password\./],
    [[served.url, "--write"], /^--write needs --people/],
    [[served.url, "--remember", "posted.json"], /^--remember needs --write\.\n/],
    [[served.url, "--again", "posted.json", "--write"], /^--again stands alone: /],
    [[served.url, "--again", "people.json"], /people\.json: was not written by --remember\./],
    [[served.url, "--people", "nobody.json"], /nobody\.json: cannot be read \(ENOENT\)\./],
    [["http://127.0.0.1:1"], /^http:\/\/127\.0\.0\.1:1\/ does not answer: /],
  ]
  for (const [typed, message] of cases) {
    const { code, out, err } = await conform(typed)
    assert.deepEqual([code, out], [2, ""], err)
    assert.match(err, message)
  }
})

test("CONFORM-07 the command exits with 3 when many checks did not run", async () => {
  const { code, out, err } = await conform([served.url, "--people", "people.json"], {
    POLICY_ADMIN_TOKEN: token,
  })
  assert.equal(code, 3, out + err)
  assert.match(out, / 0 findings, \d\d not run\.\n/)
})

test("CONFORM-08 --remember and --again find a server that lost a posting or a key at a restart", async (t) => {
  const sample = await startPlainAccountSystem()
  t.after(() => sample.close())
  const file = fileURLToPath(new URL("../../examples/plain/people.json", import.meta.url))
  const again = async (url: string, secret: string) => {
    const typed = [url, "--again", "posted.json", "--json"]
    const { code, out, err } = await conform(typed, { POLICY_ADMIN_TOKEN: secret })
    const results: { name: string; outcome: string; notUndone?: string }[] = JSON.parse(out)
    assert.ok(!results.some(({ notUndone }) => notUndone), out + err)
    return { code, found: results.map(({ outcome }) => outcome) }
  }
  const remember = async (url: string, secret: string, people: string) => {
    const typed = [url, "--people", people, "--write", "--remember", "posted.json"]
    const { code, out, err } = await conform(typed, { POLICY_ADMIN_TOKEN: secret })
    assert.equal(code, 0, out + err)
    assert.match(
      err,
      /\nRestart the server\. Then: npm run my-account -- conform \S+ --again \S+posted\.json\n$/,
    )
  }
  await remember(sample.url, sample.token, file)
  await sample.lose(() => false)
  assert.deepEqual(await again(sample.url, sample.token), { code: 0, found: ["holds", "holds"] })
  const repeated = await conform([sample.url, "--again", "posted.json"], {
    POLICY_ADMIN_TOKEN: sample.token,
  })
  assert.deepEqual([repeated.code, repeated.out], [2, ""])
  assert.match(repeated.err, /posted\.json: its payment and credit are taken back already\. /)
  await remember(sample.url, sample.token, file)
  await sample.lose((_, place, all) => place === all.length - 1)
  const lost = await again(sample.url, sample.token)
  assert.deepEqual(lost, { code: 1, found: ["finding", "finding"] })

  await remember(served.url, token, "people.json")
  await served.restart()
  const forgotten = await again(served.url, token)
  assert.deepEqual(forgotten, { code: 1, found: ["holds", "finding"] })
})
