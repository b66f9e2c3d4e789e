import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer } from "node:http"
import { after, before, describe, test } from "node:test"
import { GatewayUnreachable } from "#web/payments/fields/contract.ts"
import { testPaymentGateway } from "../conformance.ts"
import { GatewayAway, GatewaySilent, MethodGone, type PaymentGateway } from "../port.ts"
import { cardPayment, keepTerms, returnAddress } from "../sample-requests.ts"
import { frameToken, typedToken } from "./frame-tokens-fixture.ts"
import { documentedPermissions, included, permissionFor } from "./permissions.mock.ts"
import { accounts, cards } from "./rules.mock.ts"
import { createStripeGateway } from "./stripe.ts"
import {
  chargesOf,
  follows,
  methodOf,
  type OpenedStripe,
  openStripe,
  signed,
} from "./stripe-fixture.ts"
import { type MockStripe, mockKeys, startMockStripe } from "./stripe-server.mock.ts"

/** The permissions used by the calls that Stripe received. */
function permissionsUsed({ received }: MockStripe) {
  const used = new Set<string | undefined>()
  for (const { method, path, parameters } of received) {
    used.add(permissionFor(method, path).permission)
    if (JSON.stringify(parameters.expand ?? "").includes("data.source")) used.add(included)
  }
  return used
}

function assertDocumented(mock: MockStripe): void {
  const documented: readonly (string | undefined)[] = documentedPermissions
  assert.deepEqual(
    [...permissionsUsed(mock)].filter((one) => !documented.includes(one)),
    [],
  )
}

testPaymentGateway("Stripe", async () => {
  const { mock, gateway, cardToken, bankToken, intentOf } = await openStripe()
  let sent = 0
  return {
    gateway,
    cardToken,
    bankToken,
    numbers: {
      card: "4242424242424242",
      declined: cards.declined,
      refused: cards.poor,
      account: accounts.good,
      returnedAccount: "000222222227",
      accountToVerify: accounts.good,
      blockedAccount: "000111111113",
      revokedAccount: accounts.disputed,
      lateAccount: accounts.good,
      limitedAccount: accounts.weeklyLimit,
      suspectedCard: cards.suspected,
      asksEachTime: cards.asksEachTime,
      asksOnce: cards.asksWhenSaved,
    },
    chooseBank: async (session, account) => mock.chooseBank(session, account),
    verify: async ({ reference }) => mock.verify(methodOf(reference)),
    async returnLate(key) {
      mock.takeBack(intentOf(key), "insufficient_funds")
      return true
    },
    answerBank: async (address, isConfirmed) => mock.authenticate(address, isConfirmed),
    unanswered() {
      mock.loseNextAnswer()
      return "4242424242424242"
    },
    charges: async (key) => chargesOf(mock, key),
    async letDaysPass() {
      mock.letDaysPass()
      const events = mock.events.slice(sent)
      sent = mock.events.length
      return events.map((event) => signed(event))
    },
    payOut: async () => mock.payOut(),
    goAway: mock.close,
    async close() {
      await mock.close()
      assert.deepEqual(mock.problems, [])
      assertDocumented(mock)
    },
  }
})

describe("Stripe in particular", () => {
  let opened: OpenedStripe
  let mock: MockStripe
  let gateway: PaymentGateway
  before(async () => {
    opened = await openStripe()
    ;({ mock, gateway } = opened)
  })
  after(async () => {
    await mock.close()
    assertDocumented(mock)
  })

  async function charged(key: string) {
    const token = await frameToken(gateway.inBrowser)
    const { reference } = await gateway.keep(token, `${key} card`, keepTerms)
    await gateway.charge({ key, reference, amount: 100, ...cardPayment })
    const intent = mock.intents().find(({ metadata }) => metadata.my_account_key === key)
    assert.ok(intent)
    return {
      intent,
      /** The report of an event, which `find` confirms. */
      async reported(type: string, object: object) {
        const { headers, body } = signed({ type, data: { object } })
        const report = await gateway.readReport(headers, body)
        const { amount: _, ...found } = (await gateway.find({ key, reference })) ?? {}
        assert.deepEqual(report, found)
        assert.ok(report && "status" in report)
        return [report.status, report.reason, report.refundedAmount]
      },
    }
  }

  test("only auto pay is charged off session; each confirm names the type and a return address; the version is fixed", async () => {
    const token = await frameToken(gateway.inBrowser)
    const { reference } = await gateway.keep(token, "sessions", keepTerms)
    for (const isCustomerPresent of [true, false]) {
      const key = `present ${isCustomerPresent}`
      const request = { ...cardPayment, key, reference, amount: 100 }
      await gateway.charge({ ...request, isCustomerPresent })
    }
    const sent = mock.received.filter(({ path, parameters }) => {
      const { my_account_key: key = "" } = (parameters.metadata ?? {}) as Record<string, string>
      return path === "payment_intents" && key.startsWith("present ")
    })
    for (const { parameters } of sent) {
      assert.deepEqual(parameters.allowed_payment_method_types, { 0: "card" })
      assert.equal(parameters.return_url, returnAddress)
      assert.equal(parameters.error_on_requires_action, "true")
    }
    assert.deepEqual(
      sent.map(({ parameters }) => parameters.off_session),
      ["false", "true"],
    )
    assert.deepEqual([...new Set(sent.map(({ version }) => version))], ["2026-10-28.endive"])
  })

  test("a refund in parts and then in full is a refund, not a return", async () => {
    const { intent, reported } = await charged("refunds")
    for (const [cents, status] of [
      [30, "partlyRefunded"],
      [20, "partlyRefunded"],
      [50, "refunded"],
    ] as const) {
      const charge = mock.refund(intent, cents)
      const outcome = await reported("charge.refunded", charge)
      assert.deepEqual(outcome, [status, "", charge.amount_refunded])
    }
  })

  test("a refund made elsewhere is listed without a key, and one that fails is no longer given back", async () => {
    const { intent, reported } = await charged("refund fails")
    const [own] = await Promise.all([
      gateway.refund({ key: "own refund", charge: intent.id, amount: 40 }),
    ])
    mock.forgetKeys()
    assert.deepEqual(
      await gateway.refund({ key: "own refund", charge: intent.id, amount: 40 }),
      own,
    )
    mock.refund(intent, 30)
    const all = await gateway.refundsOf(intent.id)
    assert.deepEqual(
      all.map(({ key, amount, status }) => [key, amount, status]),
      [
        ["", 30, "succeeded"],
        ["own refund", 40, "succeeded"],
      ],
    )
    const failed = mock.failRefund(intent)
    assert.deepEqual(await reported("refund.failed", failed), ["partlyRefunded", "", 40])
    assert.equal((await gateway.refundsOf(intent.id))[0]?.status, "failed")
  })

  test("RECONCILE-04 the sweep finds the result of a pending refund", async () => {
    const { intent } = await charged("refund on its way")
    await gateway.refund({ key: "slow refund", charge: intent.id, amount: 40 })
    const statuses = async () =>
      (await gateway.refundsOf(intent.id)).map(({ key, status }) => [key, status])
    mock.setRefundStatus(intent, "pending")
    assert.deepEqual(await statuses(), [["slow refund", "pending"]])
    mock.setRefundStatus(intent, "succeeded")
    assert.deepEqual(await statuses(), [["slow refund", "succeeded"]])
  })

  test("a bank account's mandate names the browser in which the customer agreed", async () => {
    const token = await opened.bankToken(accounts.good)
    const at = new Date("2026-03-02T15:00:00Z")
    const acceptance = { at, ip: "192.0.2.7", userAgent: "Test browser" }
    await gateway.keep(token, "mandate", { ...keepTerms, acceptance })
    const sent = mock.received.findLast(({ path }) => path === "setup_intents")
    assert.deepEqual(sent?.parameters.mandate_data, {
      customer_acceptance: {
        type: "online",
        accepted_at: String(at.getTime() / 1000),
        online: { ip_address: "192.0.2.7", user_agent: "Test browser" },
      },
    })
  })

  test("a key is valid for one charge, even after Stripe has deleted it", async () => {
    const token = await frameToken(gateway.inBrowser)
    const { reference } = await gateway.keep(token, "long ago", keepTerms)
    const request = { key: "long ago", reference, amount: 100, ...cardPayment }
    const charge = await gateway.charge(request)
    mock.forgetKeys()
    assert.deepEqual(await gateway.charge(request), charge)
    const made = mock.intents().filter(({ metadata }) => metadata.my_account_key === "long ago")
    assert.equal(made.length, 1)
  })

  test("a connection that breaks after the request was sent does not count as never reached", async () => {
    const breaking = createServer((request) => {
      breaking.close()
      request.socket.destroy()
    }).listen(0, "127.0.0.1")
    await once(breaking, "listening")
    const { port } = breaking.address() as { port: number }
    const address = `http://127.0.0.1:${port}`
    const gone = createStripeGateway({ ...mockKeys, address, timeoutMs: 5_000 })
    const request = {
      key: "broken",
      reference: "cus_x/pm_x",
      amount: 100,
      ...cardPayment,
    }
    await assert.rejects(gone.charge(request), GatewaySilent)
    await assert.rejects(gone.charge(request), GatewayAway)
  })

  test("a revoked key, a rate limit and a failure of Stripe are not declines", async () => {
    const kinds = [
      [401, "invalid_request_error", GatewayAway],
      [403, "invalid_request_error", GatewayAway],
      [429, "invalid_request_error", GatewayAway],
      [500, "api_error", GatewaySilent],
      [503, "api_error", GatewaySilent],
    ] as const
    for (const [status, type, expected] of kinds) {
      const refusing = createServer((_, response) => {
        response.writeHead(status, { "content-type": "application/json" })
        response.end(JSON.stringify({ error: { type, message: "no" } }))
      }).listen(0, "127.0.0.1")
      await once(refusing, "listening")
      const { port } = refusing.address() as { port: number }
      const address = `http://127.0.0.1:${port}`
      const other = createStripeGateway({ ...mockKeys, address, timeoutMs: 5_000 })
      const request = {
        key: `${status}`,
        reference: "cus_x/pm_x",
        amount: 100,
        ...cardPayment,
      }
      await assert.rejects(other.charge(request), expected)
      await assert.rejects(other.find(request), expected)
      await assert.rejects(other.cancel(request), expected)
      refusing.close()
    }
  })

  test("FAILURE-04 a customer of another account or of test mode is not a decline, and a deleted one is", async () => {
    const elsewhere = { key: "elsewhere", reference: "cus_else/pm_else", amount: 100 }
    const request = { ...elsewhere, ...cardPayment }
    const { intent } = await charged("deleted later")
    assert.equal(await gateway.find(request), undefined)
    for (const call of ["charge", "cancel"] as const) {
      await assert.rejects(gateway[call](request), /GatewayAway.* resource_missing customer/)
    }
    const reference = `${intent.customer}/${intent.payment_method}`
    mock.deleteCustomer(String(intent.customer))
    const deleted = { ...request, key: "after the deletion", reference }
    await assert.rejects(gateway.charge(deleted), MethodGone)
    assert.equal(await gateway.cancel({ ...deleted, key: "never charged" }), undefined)
    assert.equal((await gateway.find({ key: "deleted later", reference }))?.status, "settled")
  })

  test("RECONCILE-03 an event about a payment that we did not make is read", async () => {
    const { intent } = await charged("made by us")
    const foreign = { ...intent, id: "pi_foreign", latest_charge: null, metadata: {} }
    mock.add(foreign)
    const { headers, body } = signed({
      type: "payment_intent.succeeded",
      data: { object: foreign },
    })
    assert.deepEqual(await gateway.readReport(headers, body), {
      key: "",
      reference: "pi_foreign",
      status: "settled",
      reason: "",
      refundedAmount: 0,
    })
  })

  test("RECONCILE-05 movements are read page by page with their fees, name the payment that they are about, and each payout lists its movements", async () => {
    const { intent } = await charged("movements")
    for (let part = 0; part < 100; part += 1) mock.refund(intent, 1)
    mock.dispute(intent, "needs_response")
    const period = { from: new Date(0), until: new Date("2040-01-01") }
    const movements = await Array.fromAsync(gateway.movements(period))
    const about = movements.filter(({ charge }) => charge === intent.id)
    assert.equal(about.filter(({ kind, amount }) => kind === "refund" && amount === -1).length, 100)
    const [charge] = about.filter(({ kind }) => kind === "charge")
    assert.deepEqual([charge?.key, charge?.amount, charge?.fee], ["movements", 100, 33])
    const [dispute] = about.filter(({ kind }) => kind === "dispute")
    assert.deepEqual([dispute?.amount, dispute?.fee], [-100, 1_500])
    const pages = mock.received.filter(({ path }) => path === "balance_transactions")
    assert.ok(pages.some(({ parameters }) => parameters.starting_after !== undefined))
  })

  test("a page with a wrong key shows that no payment is possible, not that the account is wrong", async () => {
    const stranger = { ...gateway.inBrowser, publishableKey: "pk_test_stranger" }
    await assert.rejects(typedToken(stranger, accounts.good), GatewayUnreachable)
    const closed = { ...gateway.inBrowser, address: "http://127.0.0.1:1" }
    await assert.rejects(typedToken(closed, accounts.good), GatewayUnreachable)
  })

  test("a card's number is refused unless Stripe's own frames send it", async () => {
    for (const key of [mockKeys.publishableKey, mockKeys.secretKey]) {
      const response = await fetch(`${mock.address}/v1/payment_methods`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
        body: new URLSearchParams({ type: "card", "card[number]": "4242424242424242" }),
      })
      const { error } = (await response.json()) as { error: { message: string } }
      assert.match(error.message, /^This integration surface is unsupported/)
    }
    follows(mock, "surface")
  })

  test("a parameter that Stripe does not publish is refused by the mock", async () => {
    const response = await fetch(`${mock.address}/v1/payment_methods`, {
      method: "POST",
      headers: { authorization: `Bearer ${mockKeys.publishableKey}` },
      body: new URLSearchParams({ type: "voucher", "card[pin]": "1234" }).toString(),
    })
    assert.equal(response.status, 400)
    assert.deepEqual(mock.problems.splice(0).sort(), [
      "PaymentMethodCreateParams.card.pin does not exist",
      "PaymentMethodCreateParams.type cannot be voucher",
    ])
  })
})

test("RECONCILE-08 each permission of the documented restricted key is used", async (context) => {
  const mock = await startMockStripe()
  context.after(mock.close)
  const gateway = createStripeGateway({ ...mockKeys, address: mock.address, timeoutMs: 5_000 })
  assert.equal(await gateway.available(), true)
  const token = await frameToken(gateway.inBrowser)
  const { reference } = await gateway.keep(token, "kept", keepTerms)
  const request = { key: "charged", reference, amount: 100, ...cardPayment }
  const charge = await gateway.charge(request)
  await gateway.refund({ key: "refunded", charge: charge.reference, amount: 10 })
  const [intent] = mock.intents()
  assert.ok(intent)
  mock.dispute(intent, "needs_response")
  assert.equal((await gateway.find(request))?.status, "disputed")
  const period = { from: new Date(0), until: new Date("2040-01-01") }
  await Array.fromAsync(gateway.movements(period))
  await Array.fromAsync(gateway.payouts(period))
  await gateway.forget(reference)
  assert.deepEqual([...permissionsUsed(mock)].toSorted(), documentedPermissions.toSorted())
})
