// @prove-also matrix

import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { isStaffCallRole, staffRoleOf } from "#contracts/endpoint.ts"
import { type StaffRole, staffRoleName, staffRoles } from "#contracts/staff/staff-roles.ts"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { stateOfClient } from "#testing/isolation.store.ts"
import { isFullSize } from "#testing/model-seeds.ts"
import { secondTenant, secondTenantHost } from "#testing/second-tenant/second-tenant.ts"
import { giveRoles } from "#testing/staff-roles.store.ts"
import { endsOf, entriesSince, ofItself, stateOf } from "./audit-fixture.ts"
import { type Call, callOf, type Key, send } from "./calls-fixture.ts"
import {
  awaken,
  customerAt,
  type Person,
  payerOf,
  type Subject,
  staffFor,
  staffOf,
  subjectOf,
  visitorAt,
} from "./people-fixture.ts"
import { namesNobody, swapsOf } from "./swaps-fixture.ts"
import { guarded, table } from "./table.expected.ts"

const harbor = "harbor.localhost"
const wayfarer = "wayfarer.localhost"
const trades = "trades.localhost"
/** Maria of another client, with Maria's numbers, record ids, keys and username. */
const hersElsewhere = "twin of maria"

let app: TestApp
let people: Record<string, Person>
let subjects: Record<string, Subject>

before(async () => {
  app = await startTestApp()
  const moreau = "agent.moreau"
  const maria = customerAt(app, harbor, "maria.santos")
  const james = customerAt(app, harbor, "james.okafor")
  const lena = customerAt(app, wayfarer, "lena.fischer")
  const secondTenantOfMaria = customerAt(app, secondTenantHost, "maria.santos")
  const tom = customerAt(app, trades, "tom.reilly")
  const denise = customerAt(app, trades, "denise.kowalczyk")
  people = {
    maria,
    james,
    lena,
    [hersElsewhere]: secondTenantOfMaria,
    tom,
    denise,
    visitor: visitorAt(app, harbor),
    "staff for maria": staffFor(app, harbor, "maria.santos_harbor", moreau),
    "staff for james": staffFor(app, harbor, "james.okafor_harbor", moreau),
    moreau: staffOf(app, moreau),
    kim: staffOf(app, "agent.kim"),
  }
  subjects = {
    maria: await payerOf(app, maria, "harbor"),
    james: await payerOf(app, james, "harbor"),
    lena: await payerOf(app, lena, "wayfarer"),
    [hersElsewhere]: await payerOf(app, secondTenantOfMaria, secondTenant),
    robert: await subjectOf(app, customerAt(app, harbor, "robert.chen"), "harbor"),
    dorothy: await subjectOf(app, customerAt(app, harbor, "dorothy.lindqvist"), "harbor"),
    siobhan: await subjectOf(app, customerAt(app, harbor, "siobhan.obrien"), "harbor"),
    tomasz: await subjectOf(app, customerAt(app, wayfarer, "tomasz.wisniewski"), "wayfarer"),
    patricia: await subjectOf(app, customerAt(app, wayfarer, "patricia.holloway"), "wayfarer"),
    tom: await subjectOf(app, tom, "electricians"),
    denise: await subjectOf(app, denise, "steelworkers"),
  }
  await app.database.rows(
    sql`update appauth.agent set clients = '{wayfarer}' where userid = 'agent.kim'`,
  )
  for (const staffMember of [moreau, "agent.kim"]) await giveRoles(app.database, staffMember)
})

after(() => app.close())

/**
 * Pairs of actor and customer: first the allowed ones, then people who may make the same call only
 * for themselves.
 */
type Cast = readonly (readonly [who: string, of: string])[]

const customers: Cast = [
  ["maria", "maria"],
  ["james", "james"],
  [hersElsewhere, hersElsewhere],
  // `npm test` uses one other person of the client and one of another client.
  ...(isFullSize
    ? ([
        ["lena", "lena"],
        ["staff for james", "james"],
      ] as const)
    : []),
]
/** One staff member serves only Harbor Mutual, the other one only Wayfarer. */
const staffMembersFor = (one: string, other: string): Cast => [
  ["moreau", one],
  ["kim", other],
]
const unions: Cast = [
  ["tom", "tom"],
  ["denise", "denise"],
]

function castOf(key: Key): Cast {
  if (key === "POST /appauth/handoff") return unions
  if (!isStaffCallRole(table[key].role)) return customers
  // A call that ends something runs for separate people, because others would fail after it.
  if (isEnd(key)) return staffMembersFor("siobhan", "patricia")
  // Maria changes her email address, after which staff need an approval for her.
  if (key.endsWith("/resetPassword")) return staffMembersFor("dorothy", "lena")
  return key.endsWith("/email")
    ? staffMembersFor("robert", "tomasz")
    : staffMembersFor("maria", "lena")
}

const hersAlone = /Maria|Santos|HM2041187/
/** Values that Maria has and her namesake at the second tenant does not have. */
const notOfSecondTenant = /Santos(?! Twin)|maria\.santos@example|maria\.santos_harbor/

const refusals = ["request.notFound", "product.gone", "request.notYours", "request.clientMismatch"]

/** Calls that succeed for another person but do not return the requested data. */
const answeredOtherwise: Partial<Record<string, string>> = {
  // No person of the staff member's clients has this number. A search without a result succeeds.
  "GET /myaccount-core/agent/clients": "agent.nobody",
}

for (const name of ["visitor", "maria", "lena", hersElsewhere, "staff for maria", "kim"]) {
  const ids = name === "staff for maria" ? "CALLS-03 AGENT-03" : "CALLS-03"
  test(`${ids} no call succeeds for a person who may not make it: ${name}`, async () => {
    const person = personOf(name)
    for (const [key, row] of guarded) {
      if (person.may.includes(row.role)) continue
      await awaken(person)
      const [[owner, of] = ["", ""]] = castOf(key)
      const call = await callOf(app, key, await awake(owner), subjectNamed(of))
      const answer = await send(person, key, call)
      const isForAnyone = row.role === "anonymous-or-customer"
      const isStaff = name === "staff for maria" || name === "kim"
      const isAnonymous = name === "visitor" || (isForAnyone && !isStaff)
      const refusal = isAnonymous ? 401 : 403
      assert.equal(answer.status, refusal, `${key}: ${answer.text}`)
    }
  })
}

/** The rows of calls that require this role of a staff account. */
const rowsOf = (role: StaffRole) =>
  guarded.filter(([, row]) => isStaffCallRole(row.role) && staffRoleOf(row.role) === role)
const required = staffRoles.filter((role) => rowsOf(role).length > 0)

test("ROLES-02 every call of the support site requires a role, or concerns the caller's own account", () => {
  const open = guarded.filter(([, { role }]) => role === "staff").map(([key]) => key)
  assert.deepEqual(open, ["PUT /appauth/staff/password", "GET /myaccount-core/agent/roles"])
})

for (const role of required) {
  test(`ROLES-02 staff with every role except ${role} cannot make the calls that require it`, async (t) => {
    const moreau = await awake("moreau")
    t.after(() => giveRoles(app.database, "agent.moreau"))
    for (const [key] of rowsOf(role)) {
      await giveRoles(app.database, "agent.moreau")
      const [[, of] = ["", ""]] = castOf(key)
      const call = await callOf(app, key, moreau, subjectNamed(of))
      const others = staffRoles.filter((one) => one !== role)
      await giveRoles(app.database, "agent.moreau", others)
      const stateBefore = await stateOf(app.database)
      const answer = await send(moreau, key, call)
      assert.deepEqual([answer.status, answer.messageIds], [403, ["staff.roleMissing"]], key)
      assert.match(answer.text, new RegExp(`the role “${staffRoleName(role)}”`))
      assert.deepEqual(await stateOf(app.database), stateBefore, key)
    }
  })
}

test("ROLES-02 staff cannot act for a customer without the role serve, also in an open session", async (t) => {
  t.after(() => giveRoles(app.database, "agent.moreau"))
  const acting = await awake("staff for maria")
  const { maria } = subjects
  assert.ok(maria)
  for (const [key, row] of guarded) {
    if (!acting.may.includes(row.role)) continue
    await awaken(acting)
    const call = await callOf(app, key, acting, maria)
    const others = staffRoles.filter((one) => one !== "serve")
    await giveRoles(app.database, "agent.moreau", others)
    const answer = await send(acting, key, call)
    assert.deepEqual([answer.status, answer.messageIds], [401, ["session.actingOver"]], key)
    await giveRoles(app.database, "agent.moreau")
  }
})

function isEnd(key: Key): boolean {
  return key.startsWith("DELETE ") && !/agent.(refunds|corrections)/.test(key)
}

for (const [key, row] of guarded) {
  test(`CALLS-03 TENANT-03 people reach only their own data: ${key}`, async (t) => {
    if (key === "PUT /appauth/staff/password") t.after(await rememberPasswords())
    const [[owner, ofOwner] = ["", ""], ...others] = castOf(key)
    const hers = await callOf(app, key, await awake(owner), subjectNamed(ofOwner))
    for (const [name, of] of others) {
      const other = await awake(name)
      if (!other.may.includes(row.role)) continue
      const own = await callOf(app, key, other, subjectNamed(of))
      const swaps = swapsOf(own, hers)
      if (name !== hersElsewhere) {
        assert.equal(swaps.length === 0, namesNobody(hers), `${name} has ids to swap`)
      }
      if (swaps.length > 0) swaps.push({ place: "all", call: withStaffMember(hers, other) })
      for (const { place, call } of swaps) {
        const foreign = name === hersElsewhere ? notOfSecondTenant : hersAlone
        const what = `${place} of ${ofOwner} by ${name}`
        await refused(other, key, call, what, foreign)
      }
      // The call succeeds with the right ids, so only the ids were wrong.
      await done(other, key, own, subjectNamed(of))
    }
    const person = await awake(owner)
    await done(person, key, hers, subjectNamed(ofOwner))
    if (castOf(key) !== customers) return
    const acting = await awake("staff for maria")
    if (acting.may.includes(row.role)) {
      const { maria } = subjects
      assert.ok(maria)
      const call = await callOf(app, key, acting, maria)
      await done(acting, key, call, maria)
    }
  })
}

/** Returns a function that restores the staff's present passwords. */
async function rememberPasswords(): Promise<() => Promise<void>> {
  const agents = await app.database.rows<{ userid: string; passwordHash: string }>(
    sql`select userid, password_hash from appauth.agent`,
  )
  return async () => {
    for (const { userid, passwordHash } of agents) {
      await app.database.rows(
        sql`update appauth.agent set password_hash = ${passwordHash} where userid = ${userid}`,
      )
    }
  }
}

async function refused(
  person: Person,
  key: Key,
  call: Call,
  what: string,
  foreign: RegExp,
): Promise<void> {
  const ends = await endsOf(app.database)
  const answer = await send(person, key, call)
  const [id] = said(answer)
  const isRefused = answer.status === 404 || answer.status === 403
  if (id !== answeredOtherwise[key] || id === undefined) {
    assert.ok(isRefused && refusals.includes(id ?? ""), `${what}: ${answer.status} ${answer.text}`)
    const entries = await entriesSince(app.database, ends)
    assert.deepEqual(entries, [], `${what} leaves no audit entry`)
  }
  assert.doesNotMatch(answer.text, foreign, what)
}

/** Makes the call, and checks that it succeeded and left its audit entries. */
async function done(person: Person, key: Key, call: Call, of: Subject): Promise<void> {
  const row = table[key]
  const isActing = person.staffUserid !== null && person.may.includes("customer-or-staff")
  const expected = (isActing && row.byStaff) || row.leaves
  const isSilent = expected.length === 0 && !row.whyNone
  const ends = await endsOf(app.database)
  const stateBefore = isSilent ? await stateOf(app.database) : undefined
  const others = await otherClientsOf(of)
  const answer = await send(person, key, call)
  const what = `${person.name}: ${answer.status} ${answer.text.slice(0, 500)}`
  assert.equal(answer.status, 200, what)
  if (of === subjects[hersElsewhere]) assert.doesNotMatch(answer.text, notOfSecondTenant, what)
  else if (of !== subjects.maria) assert.doesNotMatch(answer.text, hersAlone, what)
  assert.deepEqual(await otherClientsOf(of), others, `${what}: the rows of other clients stand`)
  const entries = await entriesSince(app.database, ends)
  assert.deepEqual(
    entries.map(({ action }) => action),
    expected,
    what,
  )
  for (const entry of entries) {
    const { action, actorKind, actorUserid, subjectUserid, accountNumber, client, ip } = entry
    const isOwnAccount = aboutStaffThemselves.includes(action)
    const about = isOwnAccount ? ["support", null] : [of.client, of.user.accountNumber]
    assert.deepEqual([client, accountNumber], about, action)
    if (ofItself.includes(action)) continue
    const actor = [person.staffUserid === null ? "customer" : "staff", person.staffUserid]
    assert.deepEqual([actorKind, actorUserid], [actor[0], actor[1] ?? of.userid], action)
    assert.equal(subjectUserid, isOwnAccount ? person.staffUserid : of.userid, action)
    assert.match(ip ?? "", /127\.0\.0\.1|::1/)
  }
  if (!isSilent) return
  assert.deepEqual(await stateOf(app.database), stateBefore, `${key} must be in the audit log`)
}

/** Audit actions about a staff account rather than a customer. */
const aboutStaffThemselves: readonly string[] = ["staff.password.change"]

/** The state of the rows of the other client of the pair. */
async function otherClientsOf({ client }: Subject) {
  return await stateOfClient(app.database, client === secondTenant ? "harbor" : secondTenant)
}

/**
 * The same call by another staff member under their own name, so that this field does not cause the
 * refusal.
 */
function withStaffMember(call: Call, { staffUserid }: Person): Call {
  const body = call.body as Record<string, unknown> | undefined
  return body && "csUserid" in body
    ? { ...call, body: { ...body, csUserid: staffUserid ?? "" } }
    : call
}

/** The messages of a reply, refused or not. */
function said({ messageIds, reply }: { messageIds: string[]; reply: unknown }): string[] {
  const { messages = [] } = (reply ?? {}) as { messages?: { messageId: string }[] }
  return [...messageIds, ...messages.map(({ messageId }) => messageId)]
}

async function awake(name: string): Promise<Person> {
  const person = personOf(name)
  await awaken(person)
  return person
}

function personOf(name: string): Person {
  const person = people[name]
  assert.ok(person, name)
  return person
}

function subjectNamed(name: string): Subject {
  const subject = subjects[name]
  assert.ok(subject, name)
  return subject
}
