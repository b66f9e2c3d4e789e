import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type Stripe from "stripe"
import { keepTerms } from "../sample-requests.ts"
import { accounts, failingAccounts } from "./rules.mock.ts"
import {
  chargesOf,
  follows,
  methodOf,
  type OpenedStripe,
  openStripe,
  signed,
} from "./stripe-fixture.ts"
import type { MockStripe } from "./stripe-server.mock.ts"

describe("bank accounts at Stripe", () => {
  let opened: OpenedStripe
  let mock: MockStripe
  let gateway: OpenedStripe["gateway"]
  before(async () => {
    opened = await openStripe()
    ;({ mock, gateway } = opened)
  })
  after(async () => {
    await opened.close()
    assert.deepEqual(mock.problems, [])
  })

  const debit = (key: string, reference: string) =>
    gateway.charge(opened.payment(key, reference, "bank"))
  const find = async (key: string, reference: string) => {
    const charge = await gateway.find({ key, reference })
    return [charge?.status, charge?.reason]
  }
  const gone = { name: "AuthorizationGone" }

  test("a typed account is verified by the code of a deposit or by two amounts", async () => {
    const setup = { isAuthorizationGone: false, blocked: "" }
    for (const [type, deposits] of [
      ["descriptor_code", "code"],
      ["amounts", "amounts"],
    ] as const) {
      mock.setDepositType(type)
      const typed = await opened.keepTyped()
      assert.equal(typed.deposits, deposits)
      const { reference } = typed
      const key = `not verified by ${type}`
      await assert.rejects(debit(key, reference), { name: "MethodGone" })
      assert.equal(chargesOf(mock, key), 0)
      const reports = await opened.reportsOf(() => mock.verify(methodOf(reference)))
      assert.deepEqual(
        reports.map((report) => "method" in report && report.method.reference),
        [reference],
      )
      assert.deepEqual(await opened.stateOf(reference), setup)
    }
    mock.setDepositType("descriptor_code")
    follows(mock, "depositsFirst", "depositTypes", "depositCodes", "customerOwns", "mandates")
  })

  test("METHODS-10 an account whose deposits failed, or were not confirmed in time or in ten attempts, is reported as such", async () => {
    const failures: [string, (id: string) => void][] = [
      [accounts.good, (id) => mock.verify(id, "SM33CC")],
      [accounts.good, (id) => mock.verify(id, "SM44DD")],
      [accounts.good, () => mock.endVerifications()],
      [accounts.noDeposits, () => void mock.letDaysPass()],
      [
        accounts.good,
        (id) => {
          for (let attempt = 0; attempt < 10; attempt += 1) mock.verify(id, "SM00XX")
        },
      ],
    ]
    for (const [account, fail] of failures) {
      const { reference } = await opened.keepTyped(account)
      const reports = await opened.reportsOf(() => fail(methodOf(reference)))
      const [report] = reports
      assert.equal(reports.length, 1)
      assert.ok(report && "method" in report)
      assert.deepEqual([report.method.reference, report.isVerificationFailed], [reference, true])
      assert.deepEqual(await gateway.readMethod(reference), report)
    }
    follows(mock, "depositLimits", "depositCodes", "accountNumbers")
  })

  test("a mandate is needed for a bank account, and names the agreement", async () => {
    const missing = await fetch(`${mock.address}/v1/setup_intents`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_mock" },
      body: new URLSearchParams({
        customer: (await opened.keepTyped()).reference.split("/")[0] ?? "",
        payment_method: await opened.bankToken(accounts.good),
        confirm: "true",
        return_url: keepTerms.returnAddress,
      }),
    })
    assert.equal(missing.status, 400)
    follows(mock, "mandateData")
  })

  for (const [account, { code, block }] of Object.entries(failingAccounts)) {
    test(`${account} (${code}) is returned after days, and ${block ? "its account is blocked" : "is not blocked"}`, async () => {
      const key = `returned ${account}`
      const reference = await opened.keepBank(account)
      assert.equal((await debit(key, reference)).status, "pending")
      const reports = await opened.reportsOf(() => void mock.letDaysPass())
      const reason = {
        insufficient_funds: "insufficient_funds",
        account_closed: "account_closed",
        no_account: "account_unusable",
        debit_not_authorized: "not_authorized",
      }[code]
      assert.deepEqual(await find(key, reference), ["returned", reason])
      const [charge, method] = reports
      assert.ok(charge && "status" in charge)
      assert.deepEqual([charge.key, charge.status, charge.reason], [key, "returned", reason])
      const blocked = {
        bank_account_closed: "account_closed",
        bank_account_invalid_details: "account_unusable",
        debit_not_authorized: "not_authorized",
      }[block?.[1] ?? ""]
      assert.equal((await opened.stateOf(reference))?.blocked, blocked ?? "")
      assert.equal(method && "blocked" in method ? method.blocked : undefined, blocked)
    })
  }

  test("a debit of a blocked account is declined, with a charge that was never on its way", async () => {
    const reference = await opened.keepBank("000111111113")
    await debit("blocks it", reference)
    mock.letDaysPass()
    const declined = await debit("blocked", reference)
    assert.deepEqual([declined.status, declined.reason], ["declined", "account_unusable"])
    assert.partialDeepStrictEqual(opened.intentOf("blocked").latest_charge, {
      id: declined.chargeReference,
      status: "failed",
      outcome: { type: "blocked" },
    })
    assert.deepEqual(await gateway.find({ key: "blocked", reference }), declined)
    assert.deepEqual(await debit("blocked", reference), declined)
    // Stripe's books decide, and not the outcome, which can be absent.
    const { latest_charge: never } = opened.intentOf("blocked")
    const { latest_charge: once } = opened.intentOf("blocks it")
    for (const charge of [never, once]) (charge as Stripe.Charge).outcome = null
    assert.equal((await find("blocked", reference))[0], "declined")
    assert.equal((await find("blocks it", reference))[0], "returned")
    follows(mock, "submittedDebit")
    const renewed = gateway.renew(reference, "renew the blocked", keepTerms)
    await assert.rejects(renewed, { name: "TokenRefused", reason: "account_unusable" })
    assert.equal((await opened.stateOf(reference))?.isVerificationFailed, undefined)

    const method = mock.method(methodOf(reference))
    const [lifted] = await opened.reportsOf(() => mock.setBlock(method))
    assert.ok(lifted && "method" in lifted)
    assert.equal(lifted.blocked, "")
    assert.equal((await debit("lifted", reference)).status, "pending")
    follows(mock, "blockedAccount", "blockedSetup", "blockAndLift", "chargeById")
  })

  test("a debit that Radar blocks is declined", async () => {
    const reference = await opened.keepBank(accounts.radar)
    const declined = await debit("risky", reference)
    assert.deepEqual([declined.status, declined.reason], ["declined", "other"])
    assert.deepEqual(await find("risky", reference), ["declined", "other"])
  })

  test("a debit that stays on its way is pending", async () => {
    const reference = await opened.keepBank(accounts.stuck)
    await debit("stuck", reference)
    mock.letDaysPass()
    assert.deepEqual(await find("stuck", reference), ["pending", ""])
  })

  test("after a dispute the account is charged only by a new mandate, and a second dispute blocks it", async () => {
    const reference = await opened.keepBank(accounts.disputed)
    await debit("disputed", reference)
    const reports = await opened.reportsOf(() => void mock.letDaysPass())
    assert.deepEqual(await find("disputed", reference), ["disputeLost", "not_authorized"])
    const ended = reports.flatMap((report) => ("isAuthorizationGone" in report ? [report] : []))
    assert.deepEqual(
      ended.map(({ isAuthorizationGone }) => isAuthorizationGone),
      [true],
    )
    const before = mock.intents().length
    await assert.rejects(debit("no mandate", reference), gone)
    // The refused payment and the one that blocks its key.
    assert.equal(mock.intents().length, before + 2)
    await assert.rejects(debit("no mandate", reference), gone)
    await assert.rejects(find("no mandate", reference), gone)
    assert.equal(mock.intents().length, before + 2)

    const at = new Date("2026-03-02T15:00:00Z")
    const acceptance = { at, ip: "192.0.2.7", userAgent: "Test browser" }
    await gateway.renew(reference, "new mandate", { ...keepTerms, acceptance })
    const sent = mock.received.findLast(({ path }) => path === "setup_intents")
    assert.partialDeepStrictEqual(sent?.parameters, {
      payment_method: methodOf(reference),
      mandate_data: { customer_acceptance: { type: "online" } },
    })
    assert.equal((await opened.stateOf(reference))?.isAuthorizationGone, false)
    // An event about the ended mandate may come late.
    const late = mock.events.findLast(({ type }) => type === "mandate.updated")
    const { headers, body } = signed(late ?? {})
    const report = await gateway.readReport(headers, body)
    assert.ok(report && "method" in report)
    assert.equal(report.isAuthorizationGone, false)

    await debit("disputed again", reference)
    mock.letDaysPass()
    assert.equal((await opened.stateOf(reference))?.blocked, "not_authorized")
    await gateway.cancel(opened.payment("no mandate", reference, "bank"))
    await assert.rejects(debit("no mandate", reference), gone)
    follows(mock, "endedMandate", "disputedMandate", "secondDispute", "finalDispute", "mandates")
  })

  test("a return after the debit had settled is a return, and ends the mandate", async () => {
    const reference = await opened.keepBank()
    await debit("late", reference)
    mock.letDaysPass()
    const intent = opened.intentOf("late")
    const reports = await opened.reportsOf(() => mock.takeBack(intent, "insufficient_funds"))
    assert.deepEqual(await find("late", reference), ["returned", "insufficient_funds"])
    const statuses = reports.map((report) => ("status" in report ? report.status : "method"))
    assert.deepEqual(statuses, ["returned", "returned", "method"])
    await assert.rejects(debit("after late", reference), gone)
    follows(mock, "lateReturn", "disputedMandate")
  })
})
