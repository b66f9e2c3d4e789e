import assert from "node:assert/strict"
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { createTestClock } from "#testing/clock.ts"
import { openTestDatabase } from "#testing/database.ts"
import { createCommands } from "#testing/operator-commands.ts"
import { brandFiles } from "../command-fixture.ts"

async function openPortal(t: TestContext) {
  const database = await openTestDatabase()
  const home = await mkdtemp(join(tmpdir(), "outage-pages-"))
  t.after(async () => {
    await database.close()
    await rm(home, { recursive: true })
  })
  const folder = join(home, "sites")
  const commands = createCommands(database, createTestClock(), 3000, { OUTAGE_PAGES: folder })
  const page = (host: string) => readFile(join(folder, `${host}.html`), "utf8")
  return { commands, folder, page }
}

const firstHost = ({ sites }: { sites: { host: string }[] }) => sites[0]?.host ?? ""

test("LINES-13 a load writes a page for each site, with the name, color and phone number of its own brand, which the proxy's user can read", async (t) => {
  const { commands, folder, page } = await openPortal(t)
  const files = brandFiles()
  const union = files["clients/union/client.json"]
  Object.assign(union, {
    name: "Union & Sons",
    phoneNumber: "(800) 555-0123",
    mailColor: "#ffc72c",
  })
  const mask = process.umask(0o077)
  const { code, err } = await commands.load(files).finally(() => process.umask(mask))
  assert.equal(code, 0, err)
  const group = files["clients/fund/client.json"]
  const names = [...group.sites, ...union.sites].map(({ host }) => `${host}.html`)
  assert.deepEqual(await readdir(folder), names.toSorted())
  const host = firstHost(union)
  assert.equal((await stat(join(folder, `${host}.html`))).mode & 0o777, 0o644)
  const shown = await page(host)
  assert.match(shown, /<title>Union &amp; Sons: My Account is not available<\/title>/)
  assert.match(shown, /href="tel:\+18005550123" translate="no">\(800\) 555-0123</)
  assert.match(shown, /header \{.*background: #ffc72c; color: #1c1f22/)
  assert.doesNotMatch(shown, /<script|nonce|https?:|url\(/)
  const other = await page(firstHost(group))
  assert.ok(!other.includes("Union &amp; Sons") && !other.includes("555-0123"))
})

test("LINES-13 a published change renews the page, and a folder that cannot be written does not stop it", async (t) => {
  const { commands, folder, page } = await openPortal(t)
  const files = brandFiles()
  await commands.load(files)
  const host = firstHost(files["clients/fund/client.json"])
  await commands.run("set", "fund", "field", "phoneNumber", "(800) 555-0188")
  assert.match(await page(host), /\(800\) 555-0188/)
  await rm(join(folder, `${host}.html`))
  await mkdir(join(folder, `${host}.html`))
  const changed = await commands.run("set", "fund", "field", "phoneNumber", "(800) 555-0177")
  assert.equal(changed.code, 0)
  assert.match(changed.out, /is published/)
  assert.match(changed.err, /^The pages of OUTAGE_PAGES could not be written: /)
})
