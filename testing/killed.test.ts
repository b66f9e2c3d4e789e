// @prove-only kill

import assert from "node:assert/strict"
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { migrate } from "#database/migrating/migrate.ts"
import { openDatabase } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { systemClock } from "#platform/clock.ts"
import { loadFolder } from "#tools/load/load-folder.ts"
import { startMailbox } from "#tools/mailbox/mailbox.ts"
import { createTestBrowser } from "./browser.ts"
import { demoFolder } from "./demo-people.ts"
import { createEmailReader } from "./mail-reader.ts"
import { isFullSize } from "./model-seeds.ts"
import { testAudit, testPasswords, testSecrets } from "./secret-key.ts"

const rounds = isFullSize ? 6 : 2
const people = [
  ["harbor.localhost", "maria.santos"],
  ["harbor.localhost", "james.okafor"],
  ["wayfarer.localhost", "lena.fischer"],
  ["electricians.localhost", "tom.reilly"],
] as const

test("kill -9 during sign-ins on PGlite loses no acknowledged session", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "my-account-killed-"))
  const mailbox = await startMailbox({ httpPort: 0 })
  const { readCode } = createEmailReader(mailbox)
  t.after(async () => {
    await mailbox.close()
    await rm(folder, { recursive: true, force: true })
  })
  const first = await openDatabase({ folder })
  await migrate(first)
  await loadFolder(first, demoFolder, {
    clock: systemClock,
    audit: testAudit(systemClock),
    passwords: testPasswords,
  })
  await first.close()

  const acknowledged: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { child, port } = await serve(folder, mailbox.smtpUrl)
    const cookies = await signInsUntilKilled(child, port)
    assert.ok(cookies.length >= people.length, "there were sign-ins before the kill")
    acknowledged.push(...cookies)
  }

  const database = await openDatabase({ folder })
  t.after(() => database.close())
  for (const cookie of acknowledged) {
    const rows = await database.rows(
      sql`select 1 from appauth.session where cookie_hash = ${testSecrets.hash("session cookie", cookie)}`,
    )
    assert.equal(rows.length, 1)
  }

  async function signInsUntilKilled(child: ChildProcess, port: number): Promise<string[]> {
    const cookies: string[] = []
    // Every person signs in again and again until the server is killed. A sign-in may fail earlier:
    // the next server can send an email of the killed one, with an older code.
    const signIns = people.map(async ([host, username]) => {
      for (let n = 0; n < 4 && !child.killed; n += 1) {
        const browser = createTestBrowser(port, readCode)
        const user = await browser.signIn(host, username).catch(() => undefined)
        const cookie = browser.cookies.get(host)?.get("session")
        if (user && cookie) cookies.push(cookie)
        if (cookies.length >= people.length + 2) child.kill("SIGKILL")
      }
    })
    await Promise.all(signIns)
    child.kill("SIGKILL")
    if (child.signalCode === null) await once(child, "exit")
    return cookies
  }
})

async function serve(folder: string, smtpUrl: string) {
  const child = fork(join(import.meta.dirname, "serve-folder.ts"), [folder, smtpUrl])
  const [port] = (await once(child, "message")) as [number]
  return { child, port }
}
