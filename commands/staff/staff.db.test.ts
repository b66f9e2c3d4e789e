import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { after, before, test } from "node:test"
import type { Database } from "#database/open.ts"
import { sql } from "#database/sql.ts"
import { later } from "#platform/time.ts"
import { checkAudit } from "#services/audit/audit-check.ts"
import { staffPasswordOf } from "#services/identity/credentials/password.ts"
import { insertSession } from "#services/identity/sessions/sessions.store.ts"
import { findStaffMember, listStaff } from "#services/staff/accounts/staff.store.ts"
import { createStaffAccounts } from "#services/staff/accounts/staff-accounts.ts"
import { insertStaffAttempt } from "#services/staff/second-factor/second-factor.store.ts"
import { auditLog } from "#testing/audit-trail.ts"
import { createTestClock } from "#testing/clock.ts"
import type { CommandOutcome } from "#testing/command.ts"
import {
  type CommandDatabase,
  openCommandDatabase,
  testOnPostgres,
} from "#testing/command-database.ts"
import { demoFilling } from "#testing/demo-database.ts"
import { runCommandHere } from "#testing/operator-commands.ts"
import { testAudit, testAuditKeys, testPasswords, testSecrets } from "#testing/secret-key.ts"
import { supportHost } from "#testing/staff.ts"

const lantern = "Lantern-2027"
const clock = createTestClock()
const required = { STAFF_SECOND_FACTOR: "required" }

let place: CommandDatabase

before(async () => {
  place = await openCommandDatabase(demoFilling(clock))
})

after(() => place.close())

interface Around {
  input?: string
  settings?: NodeJS.ProcessEnv
}

async function run(typed: string, { input, settings }: Around = {}): Promise<CommandOutcome> {
  return await runCommandHere("staff", typed.split(" "), { ...place.settings, ...settings }, input)
}

/** Adds accounts for one test, without a command of its own for each. */
async function addAccounts(...usernames: string[]): Promise<void> {
  await place.visit(async (database) => {
    const audit = testAudit(clock)
    const staff = createStaffAccounts({ database, clock, audit, passwords: testPasswords })
    for (const username of usernames) {
      await staff.add({
        ...{ username, firstName: "Jo", lastName: "Doe", email: "jo.doe@example.com" },
        ...{ clients: ["harbor"], password: lantern, needsSecondFactor: false },
      })
    }
  })
}

/** Does as it was told and says so in one line, which is handed out. */
async function done(typed: string, around?: Around): Promise<string> {
  const { code, out, err } = await run(typed, around)
  assert.equal(err, "")
  assert.equal(code, 0)
  assert.match(out, /^.+\n$/)
  return out.trimEnd()
}

/** The account, and all audit entries of the operator. */
async function accountAndTrail(username: string) {
  return await place.visit(async (database) => {
    const staffMember = await findStaffMember(database, username)
    assert.ok(staffMember)
    return { staffMember, trail: await auditLog(database, "") }
  })
}

test("who is added without a password gets one that is made, and printed once", async () => {
  const words = "--first Jo --last Doe --email jo.doe@example.com --clients harbor,wayfarer"
  const said = await done(`add Jo.Doe ${words}`)
  const password = /^Added Jo\.Doe\. The password is (\S{19})$/.exec(said)?.[1] ?? ""
  const { staffMember, trail } = await accountAndTrail("jo.doe")
  assert.ok(await isPasswordOf(staffMember, password), said)
  assert.deepEqual(staffMember.clients, ["harbor", "wayfarer"])
  assert.equal(staffMember.needsSecondFactor, false)
  assert.equal(trail.at(-1)?.action, "staff.account.add")
  assert.ok(!JSON.stringify(trail).includes(password))
})

test("a password can come from another program, and is not printed", async () => {
  const words = "--first Nia --last New --email nia.new@example.com --clients all"
  const flags = "--second-factor --password-stdin"
  assert.equal(
    await done(`add nia.new ${words} ${flags}`, { input: `${lantern}\n` }),
    "Added nia.new.",
  )
  const { staffMember, trail } = await accountAndTrail("nia.new")
  assert.ok(await isPasswordOf(staffMember, lantern))
  assert.equal(staffMember.clients, null)
  assert.equal(staffMember.needsSecondFactor, true)
  assert.ok(!JSON.stringify(trail).includes(lantern))
})

testOnPostgres("what cannot be done is refused in one line, and leaves all as it was", async () => {
  const now = (database: Database) => Promise.all([listStaff(database), auditLog(database, "")])
  const earlier = await place.visit(now)
  const somebody = "--first Jo --last Doe --email jo.doe@example.com"
  const refused: [string, string][] = [
    [
      `add b.weak ${somebody} --clients all --password-stdin`,
      "The password needs 8 characters, a lowercase letter, an uppercase letter and a digit.",
    ],
    [`add AGENT.KIM ${somebody} --clients all`, "There is a staff account AGENT.KIM already."],
    [`add c.else ${somebody} --clients harbor,none`, "There is no client none."],
    ["disable no.one", "There is no staff account no.one."],
  ]
  for (const [typed, message] of refused) {
    const outcome = await run(typed, { input: "lantern" })
    assert.deepEqual(outcome, { code: 1, out: "", err: `${message}\n` })
  }
  assert.deepEqual(await place.visit(now), earlier)
})

testOnPostgres(
  "staff are listed with their clients, and whether and where a second factor is required",
  async (t) => {
    const own = await openCommandDatabase(demoFilling(clock))
    t.after(() => own.close())
    const list = async (settings = {}) =>
      (await runCommandHere("staff", ["list"], { ...own.settings, ...settings })).out
    const lines = [
      "agent.kim  Hana Kim <hana.kim@example.com>; clients: all; roles: look, serve; second factor: none",
      "agent.moreau  Philippe Moreau <philippe.moreau@example.com>; clients: harbor; roles: look, serve, approve; second factor: none",
      "agent.novak  Petra Novak <petra.novak@example.com>; clients: wayfarer; roles: look, serve, approve; second factor: none",
      "agent.osei  Abena Osei <abena.osei@example.com>; clients: harbor, wayfarer; roles: look, serve, approve, money, manage staff; second factor: to set up",
    ]
    const expected = lines.map((line) => `${line}\n`).join("")
    assert.equal(await list(), expected)
    assert.equal(await list(required), expected.replaceAll("factor: none", "factor: to set up"))
  },
)

function isPasswordOf(staffMember: { userid: string; passwordHash: string }, password: string) {
  const owner = staffPasswordOf(staffMember.userid)
  return testPasswords.isRight(password, { stored: staffMember.passwordHash, owner })
}

/** A session and a sign-in that waits for its second factor. */
async function open(database: Database, userid: string): Promise<void> {
  const now = new Date()
  const expiresAt = later(now, { hours: 1 })
  const id = randomUUID()
  await insertSession(database, {
    id,
    cookieHash: testSecrets.hash("session cookie", testSecrets.random()),
    tokenHash: testSecrets.hash("access token", testSecrets.random()),
    host: supportHost,
    client: "support",
    userid: null,
    staffUserid: userid,
    familyId: id,
    familyClient: "support",
    device: null,
    loginIp: null,
    provenAt: null,
    now,
    expiresAt,
  })
  const secretHash = testSecrets.hash("staff attempt", testSecrets.random())
  await insertStaffAttempt(database, { secretHash, userid, expiresAt })
}

testOnPostgres(
  "every change that removes a right logs the person out, and is audited",
  async () => {
    const usernames = ["new.password", "new.clients", "new.factor", "no.factor", "no.account"]
    await addAccounts(...usernames)
    const earlier = await place.visit(async (database) => {
      for (const userid of usernames) await open(database, userid)
      return await auditLog(database, "")
    })
    const said = [
      await done("password new.password --password-stdin", { input: "Beacon-2028\n" }),
      await done("clients new.clients harbor,wayfarer"),
      await done("require-second-factor new.factor"),
      await done("reset-second-factor no.factor"),
      await done("disable no.account"),
    ]
    assert.deepEqual(said, [
      "new.password has a new password, and was logged out.",
      "new.clients may serve harbor, wayfarer, and was logged out.",
      "new.factor needs an authenticator app to log in, and was logged out.",
      "no.factor has no authenticator app any more, and was logged out.",
      "no.account was disabled and logged out.",
    ])
    await place.visit(async (database) => {
      const left = await database.rows(
        sql`select agent_userid from appauth.session where ended_at is null
        union all select userid from appauth.staff_attempt where ended_at is null`,
      )
      assert.deepEqual(left, [])
      const trail = (await auditLog(database, "")).slice(earlier.length)
      assert.deepEqual(
        trail.map(({ action, actorKind, subjectUserid, after: what }) => [
          `${action} by ${actorKind}`,
          subjectUserid,
          what,
        ]),
        [
          ["staff.account.change by operator", "new.password", { password: "a new one" }],
          ["staff.account.change by operator", "new.clients", { clients: "harbor, wayfarer" }],
          ["staff.account.change by operator", "new.factor", { "second factor": "needed" }],
          ["staff.secondFactor.reset by operator", "no.factor", {}],
          ["staff.account.disable by operator", "no.account", {}],
        ],
      )
      const changed = await findStaffMember(database, "new.password")
      assert.ok(changed && (await isPasswordOf(changed, "Beacon-2028")))
      const moved = await findStaffMember(database, "new.clients")
      assert.deepEqual(moved?.clients, ["harbor", "wayfarer"])
      const gone = await findStaffMember(database, "no.account")
      assert.ok(gone?.disabledAt)
    })
  },
)

testOnPostgres("ROLES-01 roles are given, taken and listed by command, and audited", async () => {
  await addAccounts("with.roles")
  const { trail: earlier } = await accountAndTrail("with.roles")
  assert.deepEqual(
    [
      await done("role with.roles money look manage-staff"),
      await done("role with.roles none"),
      await done("role with.roles look serve approve"),
    ],
    [
      "with.roles has the roles: look, money, manage staff.",
      "with.roles has the roles: none.",
      "with.roles has the roles: look, serve, approve.",
    ],
  )
  const { trail } = await accountAndTrail("with.roles")
  assert.deepEqual(
    trail.slice(earlier.length).map(({ action, after: what }) => [action, what]),
    ["look, money, manage staff", "none", "look, serve, approve"].map((roles) => {
      return ["staff.account.change", { roles }]
    }),
  )
  assert.deepEqual(await run("role with.roles look boss"), {
    code: 1,
    out: "",
    err: "There is no role boss. Choose among look, serve, approve, money, manage-staff.\n",
  })
})

testOnPostgres(
  "a released staff member learns which setting still asks for a second factor",
  async () => {
    await addAccounts("released")
    await done("require-second-factor released")
    const release = "release-second-factor released"
    const still = "released is still asked for an authenticator app:"
    const everybody = await done(release, { settings: required })
    assert.equal(everybody, `${still} STAFF_SECOND_FACTOR asks everyone.`)
    assert.equal(await done(release), "released is not asked to set up an authenticator app.")
    const asks = (isAsked: boolean) =>
      sql`update appcontent.client set staff_second_factor = ${isAsked} where client = 'harbor'`
    await place.visit((database) => database.rows(asks(true)))
    assert.equal(await done(release), `${still} a client that they serve asks for it.`)
    await place.visit(async (database) => {
      await database.rows(asks(false))
      await database.rows(
        sql`insert into appauth.agent_factor (userid, secret_sealed, confirmed_at)
        values ('released', '', now())`,
      )
    })
    const own = `${still} one is set up, which reset-second-factor takes away.`
    assert.equal(await done(release), own)
  },
)

test("who was disabled can log in again once enabled, and the record is whole", async () => {
  await addAccounts("back.again")
  await done("disable back.again")
  assert.equal(await done("enable back.again"), "back.again can log in again.")
  await place.visit(async (database) => {
    const staffMember = await findStaffMember(database, "back.again")
    assert.equal(staffMember?.disabledAt, null)
    assert.equal((await auditLog(database, "")).at(-1)?.action, "staff.account.enable")
    assert.deepEqual((await checkAudit(database, testAuditKeys.entries)).problems, [])
  })
})
