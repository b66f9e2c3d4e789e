import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import type { FoundCustomer } from "#contracts/staff/staff.ts"
import { sql } from "#database/sql.ts"
import { mergeAccounts } from "#testing/account-moves.store.ts"
import { startTestApp, type TestApp } from "#testing/app.ts"
import { payloadOf } from "#testing/browser.ts"
import { customerOf } from "#testing/customer.ts"
import { demoPerson } from "#testing/demo-people.ts"
import { createCommands } from "#testing/operator-commands.ts"
import { payFor } from "#testing/pay-now.ts"
import { supportHost } from "#testing/staff.ts"
import { signInTwoStaff } from "#testing/two-staff-members.ts"

const from = demoPerson("james.okafor").accountNumber ?? ""
const to = demoPerson("maria.santos").accountNumber ?? ""
let app: TestApp
let run: ReturnType<typeof createCommands>["run"]

beforeEach(async () => {
  app = await startTestApp()
  run = createCommands(app.database, app.clock).run
})
afterEach(() => app.close())

async function payAndMerge(): Promise<string> {
  const paid = await payFor(app, "james.okafor", "harbor", "4003120956")
  await app.settle()
  await mergeAccounts(app.database, "harbor", from, to)
  return paid.confirmationNumber
}

const typed = ["move-account", "harbor", from, to, "--asked-by", "Kim"]

/** Moves James' account as two operators do. */
async function move(...options: string[]): Promise<void> {
  const plan = await run(...typed, ...options)
  assert.equal(plan.code, 0, plan.err)
  const [, code = ""] = /--plan (\w+)/.exec(plan.out) ?? []
  const done = await run(...typed, ...options, "--plan", code, "--approved-by", "Lee")
  assert.equal(done.code, 0, done.err)
  assert.match(done.out, /^Moved from /)
}

async function logIn(changed: { password?: string } = {}) {
  const person = demoPerson("james.okafor")
  const body = { ...payloadOf(person), client: "harbor", isCustomerUser: true, ...changed }
  return await app.browser().call("harbor.localhost", "POST /appauth/login", body)
}

test("MOVE-04 after a merge, the other login shows the payments, and the old one names the way on", async () => {
  const number = await payAndMerge()
  const refused = await run(...typed)
  assert.deepEqual([refused.code, refused.out], [1, ""])
  assert.match(refused.err, /has a login of its own/)
  await move("--merge")
  const again = await run(...typed, "--merge")
  assert.equal(again.code, 1)
  assert.match(again.out, /^Nothing is stored under .* compared exactly, with their capitals\.\n$/)

  const maria = await customerOf(app, "maria.santos", "harbor")
  const path = "POST /myaccount-core/paymentHistory"
  const { reply } = await maria.browser.call(maria.host, path, { ...maria.body, policyNumber: "" })
  assert.deepEqual(
    reply.payments.map(({ confirmationNumber }) => confirmationNumber),
    [number],
  )
  const receipt = await maria.browser.call(
    maria.host,
    "GET /myaccount-core/receipts/{confirmationNumber}",
    undefined,
    { params: { confirmationNumber: number } },
  )
  assert.equal(receipt.status, 200)

  const answer = await logIn()
  assert.deepEqual([answer.status, answer.messageIds], [409, ["signIn.merged"]])
  assert.match(answer.text, /log in with the username of the other account.*\(800\) 555-0142/)

  // Staff who search for the old login or number find the account that has them now.
  const { kim } = await signInTwoStaff(app)
  for (const [searchType, value] of [
    ["username", "james.okafor"],
    ["accountNumber", from],
    ["paymentConfirmationNumber", number],
  ] as const) {
    const found = await kim.call(supportHost, "GET /myaccount-core/agent/clients", undefined, {
      query: { searchType, value },
    })
    const items: FoundCustomer[] = "items" in found.reply ? found.reply.items : [found.reply]
    const ofHarbor = items.filter((one) => one.client === "harbor")
    assert.deepEqual(
      ofHarbor.map((one) => [one.accountNumber, one.userid, one.isGone]),
      [[to, "maria.santos", false]],
      searchType,
    )
  }
})

test("MOVE-04 an account with a new number and no other login asks its owner to register again", async () => {
  await payAndMerge()
  await app.database.rows(
    sql`delete from appauth.user_account where client = 'harbor' and account_number = ${to}`,
  )
  await move()
  const answer = await logIn()
  assert.deepEqual([answer.status, answer.messageIds], [409, ["signIn.moved"]])
  assert.match(answer.text, /register again with your certificate or plan number/)
  // A stranger learns nothing about it.
  const wrong = await logIn({ password: "Wrong-2026" })
  assert.deepEqual(wrong.messageIds, ["signIn.credentials"])
})

test("MOVE-02 the command refuses what it cannot use, and changes nothing", async () => {
  await payAndMerge()
  for (const wrong of [
    ["move-account", "harbor", from, to],
    ["move-account", "harbor", from, to, "--asked-by", " "],
    ["move-account", "nobody", from, to, "--asked-by", "Kim"],
    [...typed, "--plan", "123"],
    [...typed, "--approved-by", "Lee"],
  ]) {
    assert.equal((await run(...wrong)).code, 2, wrong.join(" "))
  }
  const same = await run(...typed, "--merge", "--plan", "123", "--approved-by", "kim")
  assert.equal(same.code, 1)
  assert.match(same.err, /Another operator/)
})

test("MOVE-04 the sessions of a login end when its account moves", async () => {
  const browser = app.browser()
  await browser.signIn("harbor.localhost", "james.okafor")
  const other = app.browser()
  await other.signIn("harbor.localhost", "robert.chen")
  const isOpen = async (one: typeof browser) =>
    (await one.call("harbor.localhost", "POST /appauth/session/extend", {})).status === 200
  await payAndMerge()
  assert.deepEqual([await isOpen(browser), await isOpen(other)], [true, true])
  await move("--merge")
  assert.deepEqual([await isOpen(browser), await isOpen(other)], [false, true])
})
