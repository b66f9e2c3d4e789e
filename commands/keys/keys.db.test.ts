import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { after, before, test } from "node:test"
import { sql } from "#database/sql.ts"
import { createKeyRing } from "#platform/keys/key-ring.ts"
import { createSeal } from "#platform/keys/seal.ts"
import { createOutbox, unsealEmail } from "#ports/mail/outbox.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { createTestClock } from "#testing/clock.ts"
import type { CommandOutcome } from "#testing/command.ts"
import { type CommandDatabase, openCommandDatabase } from "#testing/command-database.ts"
import { demoFilling } from "#testing/demo-database.ts"
import { runCommandHere } from "#testing/operator-commands.ts"
import { keySettings, testSeal } from "#testing/secret-key.ts"

const [earlier, next] = [keySettings.SECRET_KEY, randomBytes(32).toString("base64")]
const ringOf = (...keys: string[]) => {
  const [first = "", ...others] = keys
  return createKeyRing(
    Buffer.from(first, "base64"),
    ...others.map((key) => Buffer.from(key, "base64")),
  )
}
const [earlierId = "", nextId = ""] = [earlier, next].map((key) => ringOf(key).ids[0])
const swapped = { SECRET_KEY: next, OTHER_SECRET_KEYS: earlier }
const emails = 120
const addressed = { fromName: "Harbor Mutual", to: "b@example.com" }
let place: CommandDatabase

before(async () => {
  place = await openCommandDatabase(demoFilling(createTestClock()))
})

after(() => place.close())

async function run(typed: string[], settings = {}): Promise<CommandOutcome> {
  return await runCommandHere("keys", typed, { ...place.settings, ...settings })
}

async function addEmails(seal = testSeal): Promise<void> {
  const outbox = createOutbox({ seal, clock: createTestClock() })
  await place.visit(async (database) => {
    for (let n = 0; n < emails; n += 1) {
      const email = { ...addressed, subject: `Email ${n}`, text: "A text", html: "A text" }
      await database.transaction((tx) => outbox.add(tx, email))
    }
  })
}

/** The key and the ended values in the latest audit entry about a key. */
async function lastRetired(): Promise<string> {
  const entries = await place.visit((database) => auditLog(database, ""))
  const { after, actorKind } = entries.findLast(({ action }) => action === "key.retire") ?? {}
  assert.equal(actorKind, "operator")
  return `${after?.key} ${after?.ended}`
}

async function readEmails(seal: ReturnType<typeof createSeal>): Promise<number> {
  return await place.visit(async (database) => {
    const rows = await database.rows<{ id: string; sealed: Buffer }>(
      sql`select id, sealed from mail.outbox where sealed is not null`,
    )
    return rows.filter(({ id, sealed }) => unsealEmail(seal, id, sealed).to === "b@example.com")
      .length
  })
}

test("KEYS-06 keys lists the values that still need each key and the missing keys; new prints a key, and wrong arguments are refused", async () => {
  const made = await run(["new"])
  assert.match(made.out, /^[A-Za-z0-9+/]{43}=\n$/)
  for (const typed of [
    ["retire"],
    ["list", "x"],
    ["rotate"],
    ["reseal", "--end"],
    ["retire", "00000000", "--only", "sessions"],
    ["retire", "00000000", "--end", "--only", "names"],
  ]) {
    assert.equal((await run(typed)).code, 2, typed.join(" "))
  }
})

test("KEYS-07 two parallel processes reseal everything; unreadable values stay, and a second run changes nothing", async () => {
  await addEmails()
  const listed = await run([], swapped)
  assert.equal(listed.code, 0)
  assert.match(listed.out, new RegExp(`^${nextId}  SECRET_KEY\\n +nothing needs it\\n`))
  assert.match(listed.out, new RegExp(`pending emails: ${emails} `))
  const early = await run(["retire", earlierId, "--end"], swapped)
  assert.equal(early.code, 1)
  assert.match(early.err, /Run npm run my-account -- keys reseal first\./)

  const alone = "DATABASE_URL" in place.settings ? 2 : 1
  const both = await Promise.all(Array.from({ length: alone }, () => run(["reseal"], swapped)))
  assert.deepEqual(
    both.map(({ code }) => code),
    both.map(() => 0),
  )
  const sealed = both.map(({ out }) => Number(/^Sealed (\d+) /.exec(out)?.[1]))
  assert.ok(sealed.reduce((sum, one) => sum + one, 0) >= emails)
  assert.equal(await readEmails(createSeal(ringOf(next).for("seal"))), emails)
  assert.match((await run(["reseal"], swapped)).out, /^Sealed 0 values again/)

  // Without the key that they need, values stay unchanged and are reported.
  const lost = { SECRET_KEY: randomBytes(32).toString("base64") }
  const unread = await run(["reseal"], lost)
  assert.equal(unread.code, 1)
  assert.match(unread.err, /cannot be read with the given keys/)
  assert.equal(await readEmails(createSeal(ringOf(next).for("seal"))), emails)
  const missing = await run([], lost)
  assert.equal(missing.code, 1)
  assert.match(missing.err, new RegExp(`${nextId}  is missing: add it to OTHER_SECRET_KEYS`))
})

test("KEYS-10 the values of one kind can be ended, the others stay, and the audit log records it", async () => {
  const only = ["--end", "--only", "passwords of staff"]
  const part = await run(["retire", earlierId, ...only], swapped)
  assert.equal(part.code, 1)
  assert.match(part.out, /^Ended passwords of staff: \d+\n$/)
  assert.match(part.err, /^passwords: \d+ (.|\n)*is still needed\./)
  assert.doesNotMatch(part.err, /passwords of staff/)
  assert.match(await lastRetired(), new RegExp(`^${earlierId} passwords of staff: \\d+$`))
  assert.doesNotMatch((await run([], swapped)).out, /passwords of staff/)
  assert.deepEqual(
    (await run(["retire", earlierId, ...only], swapped)).out,
    "",
    "twice ends nothing more",
  )
})

test("KEYS-08 a key is retired only when nothing needs it, or with --end, which ends its sessions, links and passwords so that their owners register again", async () => {
  assert.match((await run(["retire", nextId], swapped)).err, /is SECRET_KEY itself/)
  assert.match((await run(["retire", "00000000"], swapped)).err, /is no key of OTHER_SECRET_KEYS/)
  const needed = await run(["retire", earlierId], swapped)
  assert.equal(needed.code, 1)
  assert.match(needed.err, /passwords: \d+ \(until the next sign-in\)/)
  assert.match(needed.err, /is still needed\. Wait, or end all of this with --end\./)

  const audited = { ...swapped, OTHER_AUDIT_KEYS: randomBytes(32).toString("base64") }
  const auditId = ringOf(audited.OTHER_AUDIT_KEYS).ids[0] ?? ""
  assert.match(
    (await run(["retire", auditId], audited)).err,
    /is a key of the audit log\. It stays in OTHER_AUDIT_KEYS for good/,
  )

  const ended = await run(["retire", earlierId, "--end"], swapped)
  assert.equal(ended.code, 0, ended.err)
  assert.match(ended.out, /^Ended passwords: \d+$(.|\n)*^Nothing needs [0-9a-f]{8}\. Remove it/m)
  assert.match(await lastRetired(), new RegExp(`^${earlierId} passwords: \\d+`))
  const { left, again } = await place.visit(async (database) => {
    const [row] = await database.rows<{ left: number; again: number }>(
      sql`select count(*) filter (where not reactivate)::integer as left,
        count(*) filter (where reactivate)::integer as again from appauth.user_account`,
    )
    return row ?? { left: -1, again: 0 }
  })
  assert.equal(left, 0)
  assert.ok(again > 5, "their owners register again")
  const alone = await run([], { SECRET_KEY: next })
  assert.equal(alone.code, 0, alone.err)
})
