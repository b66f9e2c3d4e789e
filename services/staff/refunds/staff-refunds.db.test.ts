import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { after, before, beforeEach, test } from "node:test"
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

async function credit(amount: string) {
  const path = "POST /myaccount-core/agent/corrections"
  const about = { customerClient: "harbor", accountNumber, policyNumber, billNumber: null }
  const body = { ...about, kind: "credit", amount, reason: "Goodwill" }
  const answer = await staff.kim.call(supportHost, path, body, keyed())
  return { ...answer, id: answer.reply?.correction?.id ?? "" }
}

async function refund(confirmationNumber: string, refundAmount: string) {
  const path = "POST /myaccount-core/agent/refunds"
  const about = { customerClient: "harbor", confirmationNumber, refundAmount }
  const body = { ...about, reason: "Paid twice", reopens: false }
  const answer = await staff.kim.call(supportHost, path, body, keyed())
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
async function waiting(kind: Kind): Promise<string[]> {
  const { reply } = await staff.moreau.call(supportHost, `GET /myaccount-core/agent/${kind}`)
  return reply.items.map(({ id }: { id: string }) => id)
}

const serve = (clients: string) =>
  app.database.rows(
    sql`update appauth.agent set clients = ${clients}::text[] where userid = 'agent.kim'`,
  )

test("REFUND-04 CORRECTION-04 a request of staff who lost the role or the client is not approved", async () => {
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

test("LIMIT-13 approvals and refusals count for the limit of the customer", async () => {
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

/** James pays bills that are opened for him. */
async function payAgain() {
  await openBooks(app.database, "harbor", [policyNumber], { amountDue: 12_960 })
  return await payFor(app, "james.okafor", "harbor", policyNumber)
}
