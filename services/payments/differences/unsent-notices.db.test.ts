import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { afterEach, beforeEach, test } from "node:test"
import { sql } from "#database/sql.ts"
import { mergeAccounts } from "#testing/account-moves.store.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { logLines } from "#testing/log-lines.ts"
import { createCommands } from "#testing/operator-commands.ts"
import { payFor } from "#testing/pay-now.ts"
import { supportHost } from "#testing/staff.ts"
import { signInTwoStaff } from "#testing/two-staff-members.ts"

const policyNumber = "4003120956"
const accountNumber = demoPerson("james.okafor").accountNumber ?? ""
const maria = demoPerson("maria.santos").accountNumber ?? ""
let app: TestApp
let errors: string[]

beforeEach(async () => {
  errors = []
  const take = (line: string) => line.includes('"level":50') && errors.push(line)
  app = await startTestApp({ logTo: logLines(take) })
})
afterEach(() => app.close())

/** James pays $129.60, and his bank returns the payment six days later. */
async function payAndReturn(meanwhile: () => Promise<void>): Promise<string> {
  const paid = await payFor(app, "james.okafor", "harbor", policyNumber, "disputed")
  await app.settle()
  await meanwhile()
  for (const days of [1, 5]) {
    app.clock.advance({ days, hours: 1 })
    await app.gateway.sendDueReports()
    await app.settle()
  }
  return paid.confirmationNumber
}

const untold = async () =>
  await app.database.rows<{ ours: number }>(
    sql`select subject, client, payment_id is not null as is_of_payment, ours::float8 as ours, detail,
        resolved_at is not null as is_settled
      from myaccount_core.payment_difference where kind = 'untold' order by subject`,
  )

async function countOf(notice: string): Promise<string | undefined> {
  const page = await (await fetch(`http://127.0.0.1:${app.port}/metrics`)).text()
  return new RegExp(`payment_notices_untold_total\\{notice="${notice}"\\} (\\d+)`).exec(page)?.[1]
}

const merge = () => mergeAccounts(app.database, "harbor", accountNumber, maria)
const forgetAddress = async () => {
  await app.database.rows(
    sql`update policy_admin.person set email_address = ''
      where client = 'harbor' and account_number = ${accountNumber}`,
  )
}

for (const { what, meanwhile, detail } of [
  {
    what: "whose account was merged away",
    meanwhile: merge,
    detail: "the account system has no such account",
  },
  { what: "without an address", meanwhile: forgetAddress, detail: "no email address" },
]) {
  test(`FAILURE-08 the return of a payment of a customer ${what} is a difference until someone informs them`, async () => {
    const number = await payAndReturn(meanwhile)
    const subject = `account ${accountNumber} returned payment ${number}`
    const facts = { client: "harbor", isOfPayment: true, ours: 12_960, detail }
    const stored = { subject: `harbor ${subject}`, ...facts, isSettled: false }
    assert.deepEqual(await untold(), [stored])
    assert.equal(await countOf("returned payment"), "1")
    assert.equal(errors.filter((line) => line.includes("could not be informed")).length, 1)

    // The sweep leaves it in place, and the ledger lists it.
    await app.sweep()
    const { kim } = await signInTwoStaff(app)
    const query = { client: "harbor", from: "2026-03-01", to: "2026-03-31" }
    const path = "GET /myaccount-core/agent/ledger"
    const { reply } = await kim.call(supportHost, path, undefined, { query })
    assert.deepEqual(
      reply.differences
        .filter(({ kind }) => kind === "untold")
        .map((one) => [one.subject, one.ours]),
      [[`harbor ${subject}`, "129.60"]],
    )

    const { run } = createCommands(app.database, app.clock)
    const listed = await run("unsent-notices")
    assert.equal(listed.code, 1)
    assert.match(listed.out, new RegExp(`harbor  ${subject}  12960  ${detail}`))
    assert.equal((await run("unsent-notices", "harbor", accountNumber)).code, 2)
    // Another account, and the same number at another client.
    for (const [client, other] of [
      ["harbor", accountNumber.slice(0, -1)],
      ["twin", accountNumber],
    ] as const) {
      const none = await run("unsent-notices", client, other, "--informed")
      assert.equal(none.out, "Notices settled: 0.\n")
    }
    const settled = await run("unsent-notices", "harbor", accountNumber, "--informed")
    assert.equal(settled.out, "Notices settled: 1.\n")
    assert.deepEqual(await run("unsent-notices"), {
      ...{ code: 0, out: "Every required email had an address.\n", err: "" },
    })
  })
}

test("FAILURE-08 a customer with an address gets the email, and there is no difference", async () => {
  await payAndReturn(async () => {})
  assert.deepEqual(await untold(), [])
  assert.equal(await countOf("returned payment"), "0")
})

test("FAILURE-08 REFUND-05 the refund of a payment whose account is gone is a difference", async () => {
  const { confirmationNumber } = await payFor(app, "james.okafor", "harbor", policyNumber)
  await app.settle()
  await merge()
  const { kim } = await signInTwoStaff(app)
  const about = { customerClient: "harbor", confirmationNumber, refundAmount: "9.60" }
  const body = { ...about, reason: "Merged", reopens: false }
  const headers = { "idempotency-key": randomUUID() }
  const path = "POST /myaccount-core/agent/refunds"
  assert.equal((await kim.call(supportHost, path, body, { headers })).status, 200)
  await app.settle()
  const [row, ...more] = await untold()
  assert.deepEqual(more, [])
  assert.equal(row?.ours, 960)
  assert.equal(await countOf("refund"), "1")
})
