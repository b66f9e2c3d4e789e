import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { after, before, beforeEach, test } from "node:test"
import type { Endpoints } from "#contracts/endpoints.ts"
import { sql } from "#database/sql.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { openBooks } from "#testing/opened-books.store.ts"
import { payFor } from "#testing/pay-now.ts"
import { supportHost } from "#testing/staff.ts"
import { giveRoles } from "#testing/staff-roles.store.ts"
import { said, signInTwoStaff, type TwoStaffMembers } from "#testing/two-staff-members.ts"

const policyNumber = "4003120956"
const { accountNumber } = demoPerson("james.okafor")
let app: TestApp
let staff: TwoStaffMembers

before(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  staff = await signInTwoStaff(app)
})
after(() => app.close())

const keyed = () => ({ headers: { "idempotency-key": randomUUID() } })

async function credit(amount: string, by = staff.kim) {
  const path = "POST /myaccount-core/agent/corrections"
  const about = { customerClient: "harbor", accountNumber, policyNumber, billNumber: null }
  const body = { ...about, kind: "credit", amount, reason: "Goodwill" }
  const answer = await by.call(supportHost, path, body, keyed())
  return { ...answer, id: answer.reply?.correction?.id ?? "" }
}

async function refund(confirmationNumber: string, refundAmount: string, by = staff.kim) {
  const path = "POST /myaccount-core/agent/refunds"
  const about = { customerClient: "harbor", confirmationNumber, refundAmount }
  const body = { ...about, reason: "Paid twice", reopens: false }
  const answer = await by.call(supportHost, path, body, keyed())
  return { ...answer, id: answer.reply?.refund?.id ?? "" }
}

const kinds = [
  ["corrections", "correction"],
  ["refunds", "refund"],
] as const
type Kind = (typeof kinds)[number][0]

const decide = (kind: Kind, id: string, decision: "approve" | "refuse" = "approve") =>
  staff.moreau.call(
    supportHost,
    `POST /myaccount-core/agent/${kind}/{id}`,
    { decision },
    { params: { id } },
  )
async function refuseByThird(kind: Kind, id: string): Promise<void> {
  const key = `POST /myaccount-core/agent/${kind}/{id}` as const
  const third = await staff.third()
  const answer = await third.call(supportHost, key, { decision: "refuse" }, { params: { id } })
  assert.equal(answer.status, 200, answer.text)
}
async function waiting(kind: Kind, browser = staff.moreau): Promise<string[]> {
  const { reply } = await browser.call(supportHost, `GET /myaccount-core/agent/${kind}`)
  return reply.items.map(({ id }: { id: string }) => id)
}

const serve = (clients: string) =>
  app.database.rows(
    sql`update appauth.agent set clients = ${clients}::text[] where userid = 'agent.kim'`,
  )

test("REFUND-04 CORRECTION-04 requests of staff who lost the role or the client cannot be approved", async () => {
  await staff.later({ hours: 25 })
  const paid = await payAgain()
  const asked = {
    refunds: await refund(paid.confirmationNumber, "100.01"),
    corrections: await credit("100.01"),
  }
  for (const [kind, name] of kinds) {
    const { id } = asked[kind]
    assert.deepEqual(said(asked[kind]), [`${name}.waiting`])
    await giveRoles(app.database, "agent.kim", ["look", "serve", "approve"])
    assert.deepEqual(said(await decide(kind, id)), [`${name}.approvalOver`])
    assert.deepEqual(await waiting(kind), [])
    await giveRoles(app.database, "agent.kim")
    await serve("{wayfarer}")
    assert.deepEqual(said(await decide(kind, id)), [`${name}.approvalOver`])
    assert.deepEqual(await waiting(kind), [])
    await serve("{harbor}")
    assert.deepEqual(await waiting(kind), [id])
    assert.equal((await decide(kind, id)).status, 200)
    assert.deepEqual(await waiting(kind), [])
  }
})

test("REFUND-04 CORRECTION-04 staff without the right to approve see only their own requests", async () => {
  await staff.later({ hours: 25 })
  const paid = await payAgain()
  const byMoreau = {
    refunds: await refund(paid.confirmationNumber, "100.01", staff.moreau),
    corrections: await credit("100.01", staff.moreau),
  }
  const { confirmationNumber } = await payAgain()
  const own = {
    refunds: await refund(confirmationNumber, "100.02"),
    corrections: await credit("100.02"),
  }
  for (const [kind, name] of kinds) {
    assert.deepEqual(said(byMoreau[kind]), [`${name}.waiting`])
    await giveRoles(app.database, "agent.kim", ["look", "serve", "money"])
    assert.deepEqual(await waiting(kind, staff.kim), [own[kind].id])
    await giveRoles(app.database, "agent.kim")
    assert.deepEqual(
      (await waiting(kind, staff.kim)).toSorted(),
      [own[kind].id, byMoreau[kind].id].toSorted(),
    )
    for (const { id } of [own[kind], byMoreau[kind]]) await refuseByThird(kind, id)
  }
})

test("LIMIT-13 approvals and refusals count in the customer's limit", async () => {
  for (const decision of ["approve", "refuse"] as const) {
    for (const kind of ["corrections", "refunds"] as const) {
      await staff.later({ hours: 25 })
      const paid = kind === "refunds" && (await payAgain())
      const asked = paid ? await refund(paid.confirmationNumber, "100.01") : await credit("100.01")
      assert.equal(asked.status, 200, asked.text)
      for (let n = 0; n < 8; n += 1) assert.equal((await credit("0.01")).status, 200)
      assert.equal((await decide(kind, asked.id, decision)).status, 200)
      const eleventh = await credit("0.01")
      assert.deepEqual([eleventh.status, said(eleventh)], [429, ["agent.tooManyForCustomer"]])
    }
  }
})

test("LIMIT-09 every change and every decision of staff counts in their hourly limit", async () => {
  await staff.later({ hours: 25 })
  const james = "james.okafor_harbor"
  const { confirmationNumber } = await payAgain()
  const { moreau } = staff
  const waiting = {
    refunds: (await refund(confirmationNumber, "100.01", moreau)).id,
    corrections: (await credit("100.01", moreau)).id,
  }
  const given = await credit("0.01", moreau)
  await staff.changeEmail("robert.chen_harbor", "robert.other@example.com")
  await staff.reset("robert.chen_harbor", moreau)
  const [approval] = await staff.waiting(staff.kim)
  const act = <Key extends keyof Endpoints>(key: Key, body?: object, params = {}) =>
    staff.kim.call(supportHost, key, body, { params, ...keyed() })
  const acts: [string, () => Promise<{ status: number; messageIds: string[]; text: string }>][] = [
    ["reset", () => staff.reset(james)],
    ["remove", () => staff.remove(james)],
    ["email", () => staff.changeEmail(james, "james.other@example.com", "kim")],
    ["decide", () => staff.decide(staff.kim, approval?.id ?? "", "refuse")],
    ["act", () => act("POST /myaccount-core/agent/impersonate/{userId}", {}, { userId: james })],
    ["credit", () => credit("0.01")],
    ["refund", () => refund(confirmationNumber, "0.01")],
    [
      "reversal",
      () => {
        const body = { of: "correction", id: given.id, reason: "By mistake" }
        return act("POST /myaccount-core/agent/reversals", body)
      },
    ],
    ...kinds.flatMap(([kind]): typeof acts => {
      const key = `/myaccount-core/agent/${kind}/{id}` as const
      const params = { id: waiting[kind] }
      return [
        [`decide ${kind}`, () => act(`POST ${key}`, { decision: "refuse" }, params)],
        [`withdraw ${kind}`, () => act(`DELETE ${key}`, undefined, params)],
      ]
    }),
  ]
  for (let n = 0; n < 60; n += 1) {
    assert.deepEqual((await credit("99999.00")).messageIds, ["correction.creditTooMuch"])
  }
  for (const [name, work] of acts) {
    const { status, messageIds, text } = await work()
    assert.deepEqual([name, status, messageIds], [name, 429, ["agent.tooMany"]], text)
  }
  for (const [kind] of kinds) await refuseByThird(kind, waiting[kind])
})

/** James pays newly opened bills. */
async function payAgain() {
  await openBooks(app.database, "harbor", [policyNumber], { amountDue: 12_960 })
  return await payFor(app, "james.okafor", "harbor", policyNumber)
}

test("REFUND-04 CORRECTION-04 staff cannot approve a reversal of their own credit or refund, or a refund of their own payment", async () => {
  await staff.later({ hours: 24 * 40 })
  const reversal = (of: "correction" | "refund", id: string) =>
    staff.kim.call(
      supportHost,
      "POST /myaccount-core/agent/reversals",
      { of, id, reason: "By mistake" },
      keyed(),
    )
  const given = await credit("60.00", staff.moreau)
  assert.deepEqual(said(given), ["correction.creditPosted"])
  const taken = await reversal("correction", given.id)
  assert.deepEqual(said(taken), ["correction.waiting"])
  await refusedForOwnCause("corrections", taken.reply.correction.id)

  const paid = await payAgain()
  const gone = await refund(paid.confirmationNumber, "60.00", staff.moreau)
  assert.deepEqual(said(gone), ["refund.succeeded"])
  const reopened = await reversal("refund", gone.id)
  assert.deepEqual(said(reopened), ["correction.waiting"])
  await refusedForOwnCause("corrections", reopened.reply.correction.id)

  await staff.later({ hours: 24 })
  const { confirmationNumber } = await payAgain()
  await app.database.rows(
    sql`update myaccount_core.payment set agent_userid = 'agent.moreau'
      where confirmation_number = ${confirmationNumber}`,
  )
  const asked = await refund(confirmationNumber, "100.01")
  assert.deepEqual(said(asked), ["refund.waiting"])
  await refusedForOwnCause("refunds", asked.id)
})

/**
 * Moreau caused the subject of this request, so they cannot decide it, but another staff member
 * can.
 */
async function refusedForOwnCause(kind: Kind, id: string) {
  for (const decision of ["approve", "refuse"] as const) {
    assert.deepEqual(said(await decide(kind, id, decision)), ["agent.ownCause"])
  }
  const key = `GET /myaccount-core/agent/${kind}` as const
  const { items }: { items: { id: string; isOwn: boolean; isOwnCause: boolean }[] } = (
    await staff.moreau.call(supportHost, key)
  ).reply
  const item = items.find((one) => one.id === id)
  assert.deepEqual([item?.isOwn, item?.isOwnCause], [false, true])
  const third = await staff.third()
  const decided = await third.call(
    supportHost,
    `POST /myaccount-core/agent/${kind}/{id}`,
    { decision: "approve" },
    { params: { id } },
  )
  assert.equal(decided.status, 200, decided.text)
}

test("CORRECTION-02 a write-off has a bill, a credit does not, and both have an account", async () => {
  const path = "POST /myaccount-core/agent/corrections"
  const about = { customerClient: "harbor", accountNumber, policyNumber, amount: "1.00" }
  for (const body of [
    { ...about, kind: "writeOff", billNumber: null, reason: "Too small to collect" },
    { ...about, kind: "credit", billNumber: 1, reason: "Goodwill" },
  ] as const) {
    const { status, messageIds } = await staff.kim.call(supportHost, path, body, keyed())
    assert.deepEqual([status, messageIds], [422, ["request.invalid"]])
  }
  const bills = async (number: string) => {
    const query = { client: "harbor", accountNumber: number }
    const key = "GET /myaccount-core/agent/bills"
    return (await staff.kim.call(supportHost, key, undefined, { query })).status
  }
  assert.equal(await bills(accountNumber ?? ""), 200)
  assert.equal(await bills("HM0000001"), 404)
})
