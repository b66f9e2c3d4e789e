import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { keepTerms } from "../sample-requests.ts"
import { accounts } from "./rules.mock.ts"
import { createStripeGateway } from "./stripe.ts"
import { follows, methodOf, type OpenedStripe, openStripe } from "./stripe-fixture.ts"
import { type MockStripe, mockKeys } from "./stripe-server.mock.ts"

describe("bank accounts that customers choose at their bank, at Stripe", () => {
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

  const at = new Date("2026-03-02T15:00:00Z")
  const acceptance = { at, ip: "192.0.2.7", userAgent: "Test browser" }
  const terms = { ...keepTerms, acceptance }
  const unknown = { name: "TokenRefused", reason: "token_unknown" }
  const sent = (path: string) => mock.received.findLast((one) => one.path === path)?.parameters

  async function choose(key: string, account: string = accounts.good): Promise<string> {
    const { session } = await gateway.prepareBank(key, keepTerms)
    return mock.chooseBank(session, account)
  }

  test("only the setting offers them, because Stripe charges for each", () => {
    const options = { ...mockKeys, address: mock.address, timeoutMs: 5_000 }
    assert.equal(createStripeGateway(options).inBrowser.hasInstantBank, false)
    assert.equal(gateway.inBrowser.hasInstantBank, true)
  })

  test("a chosen account is confirmed with the customer's agreement, and its customer gets the holder's name", async () => {
    const token = await choose("agreed")
    assert.partialDeepStrictEqual(sent("setup_intents"), {
      allowed_payment_method_types: { 0: "us_bank_account" },
      payment_method_options: { us_bank_account: { verification_method: "instant" } },
    })
    const { reference, verifyAt, routingNumber } = await gateway.keep(token, "keep agreed", terms)
    assert.deepEqual([verifyAt, routingNumber], ["", "110000000"])
    assert.deepEqual(sent(`setup_intents/${token}/confirm`)?.mandate_data, {
      customer_acceptance: {
        type: "online",
        accepted_at: String(at.getTime() / 1000),
        online: { ip_address: "192.0.2.7", user_agent: "Test browser" },
      },
    })
    const [customer = ""] = reference.split("/")
    assert.equal(mock.method(methodOf(reference)).customer, customer)
    assert.partialDeepStrictEqual(
      mock.customers().find(({ id }) => id === customer),
      { name: "Maria Santos", description: keepTerms.accountNumber },
    )
    follows(mock, "chosenBank", "instantBank")
  })

  test("a canceled SetupIntent, one of our typed accounts, or none at all is no token", async () => {
    const token = await choose("canceled")
    mock.answers.cancelSetup(token)
    await assert.rejects(gateway.keep(token, "keep canceled", terms), unknown)
    const { reference } = await opened.keepTyped()
    const typed = mock.setupOf(methodOf(reference)).id
    await assert.rejects(gateway.keep(typed, "keep typed", terms), unknown)
    await assert.rejects(gateway.keep("seti_nobody", "keep nobody", terms), unknown)
  })

  test("a refusal leaves no customer behind, and repeating its key repeats it", async () => {
    const token = await choose("blocked")
    const chosen = mock.setup(token)
    mock.setBlock(mock.method(String(chosen.payment_method)), ["R02", "bank_account_closed"])
    const refused = { name: "TokenRefused", reason: "account_unusable" }
    await assert.rejects(gateway.keep(token, "keep blocked", terms), refused)
    assert.equal(mock.customers().find(({ id }) => id === chosen.customer)?.deleted, true)
    await assert.rejects(gateway.keep(token, "keep blocked", terms), refused)
  })

  test("a second key leaves the customer of the first", async () => {
    const token = await choose("first and second")
    const { reference } = await gateway.keep(token, "first", terms)
    await assert.rejects(gateway.keep(token, "second", terms), unknown)
    assert.equal((await gateway.readMethod(reference))?.method.reference, reference)
    follows(mock, "confirmOnce")
  })

  test("if Stripe asks for deposits after all, the customer verifies the account by them", async () => {
    const token = await choose("deposits")
    const hosted_verification_url = "https://payments.stripe.com/microdeposit/mock"
    const deposits = { hosted_verification_url, microdeposit_type: "amounts" }
    const next_action = { type: "verify_with_microdeposits", verify_with_microdeposits: deposits }
    const content = { ...mock.setup(token), status: "requires_action", next_action }
    const path = `setup_intents/${token}/confirm`
    mock.meet(path, { kind: "answer", answer: { status: 200, content } })
    const kept = await gateway.keep(token, "keep deposits", terms)
    assert.deepEqual([kept.verifyAt, kept.deposits], [hosted_verification_url, "amounts"])
  })

  test("after a lost answer, the same key returns the saved account", async () => {
    const token = await choose("lost")
    mock.meet(`setup_intents/${token}/confirm`, { kind: "lost", isMade: true })
    await assert.rejects(gateway.keep(token, "keep lost", terms), { name: "GatewaySilent" })
    const { lastFour } = await gateway.keep(token, "keep lost", terms)
    assert.equal(lastFour, "6789")
  })

  test("Stripe refuses Financial Connections without the permission for payments", async () => {
    const answer = await fetch(`${mock.address}/v1/setup_intents`, {
      method: "POST",
      headers: { authorization: `Bearer ${mockKeys.secretKey}` },
      body: new URLSearchParams({ "allowed_payment_method_types[]": "us_bank_account" }),
    })
    assert.equal(answer.status, 400)
    follows(mock, "bankPermission")
  })
})
