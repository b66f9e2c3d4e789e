import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { DeclineReason } from "../port.ts"
import { keepTerms } from "../sample-requests.ts"
import { refusalCodes } from "./codes.ts"
import type { IssuerDecline } from "./methods.mock.ts"
import { accounts, cards } from "./rules.mock.ts"
import {
  chargesOf,
  follows,
  methodOf,
  type OpenedStripe,
  openStripe,
  signed,
} from "./stripe-fixture.ts"
import type { MockStripe } from "./stripe-server.mock.ts"
import { refused } from "./stripe-store.mock.ts"

describe("what Stripe refuses and declines", () => {
  let opened: OpenedStripe
  let mock: MockStripe
  let gateway: OpenedStripe["gateway"]
  before(async () => {
    opened = await openStripe()
    ;({ mock, gateway } = opened)
  })
  after(() => opened.close())

  const sentFor = (key: string) => mock.received.filter((one) => one.key === `${key} charge`).length
  const ask = (path: string, parameters: Record<string, string>, headers = {}) =>
    fetch(`${mock.address}/v1/${path}`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_mock", ...headers },
      body: new URLSearchParams(parameters),
    })
  const codeOf = async (response: Response) => {
    const { error } = (await response.json()) as { error: { code?: string; type: string } }
    return [response.status, error.code ?? error.type]
  }

  test("a confirm without a return address, or with types, is refused", async () => {
    const reference = await opened.keepCard()
    const [customer = ""] = reference.split("/")
    const intent = { amount: "100", currency: "usd", customer, confirm: "true" }
    const confirmed = { ...intent, payment_method: methodOf(reference) }
    assert.deepEqual(await codeOf(await ask("payment_intents", confirmed)), [
      400,
      "parameter_missing",
    ])
    const never = {
      ...confirmed,
      "automatic_payment_methods[enabled]": "true",
      "automatic_payment_methods[allow_redirects]": "never",
    }
    assert.equal((await ask("payment_intents", never)).status, 200)
    const typed = { ...confirmed, "payment_method_types[]": "card", return_url: "https://a.test" }
    for (const path of ["payment_intents", "setup_intents"]) {
      assert.deepEqual(await codeOf(await ask(path, typed)), [
        400,
        "payment_method_types_no_longer_supported",
      ])
    }
    const other = {
      ...confirmed,
      "allowed_payment_method_types[0]": "us_bank_account",
      return_url: "https://a.test",
    }
    assert.deepEqual(await codeOf(await ask("payment_intents", other)), [
      400,
      "payment_intent_incompatible_payment_method",
    ])
    follows(mock, "returnUrl", "noTypes", "allowedTypes")
  })

  test("a key repeats a stored answer, and does not store a refusal before the execution", async () => {
    const keyed = { "idempotency-key": "by hand" }
    const first = await ask("customers", { name: "A. Person" }, keyed)
    assert.equal(first.headers.get("idempotent-replayed"), null)
    const again = await ask("customers", { name: "A. Person" }, keyed)
    assert.equal(again.headers.get("idempotent-replayed"), "true")
    assert.deepEqual(await again.json(), await first.json())
    assert.deepEqual(await codeOf(await ask("customers", { name: "B." }, keyed)), [
      400,
      "idempotency_error",
    ])
    const limited = { status: 429, content: { error: { type: "invalid_request_error" } } }
    mock.meet("payment_intents", { kind: "answer", answer: limited })
    const reference = await opened.keepCard()
    const asked = opened.payment("too many requests", reference)
    await assert.rejects(gateway.charge(asked), { name: "GatewayAway" })
    assert.equal((await gateway.charge(asked)).status, "settled")
    mock.during("slow", async () => {
      const early = await ask("customers", {}, { "idempotency-key": "slow" })
      assert.deepEqual(await codeOf(early), [409, "idempotency_key_in_use"])
    })
    assert.equal((await ask("customers", {}, { "idempotency-key": "slow" })).status, 200)
    follows(mock, "storedAnswers", "unstoredAnswers", "otherParameters", "keyInUse")
  })

  for (const [code, about] of Object.entries({ ...refusalCodes, never_heard_of: "unknown" })) {
    test(`400 ${code} is neither an outage nor a decline: ${about}`, async () => {
      const reference = await opened.keepCard()
      const asked = opened.payment(code, reference)
      const expected =
        about === "authorization"
          ? { name: "AuthorizationGone" }
          : { name: "ChargeRefused", refusedFor: about }
      mock.meet("payment_intents", { kind: "answer", answer: refused(code) })
      for (const call of [gateway.charge, gateway.charge, gateway.find]) {
        await assert.rejects(call(asked), expected)
      }
      assert.equal(sentFor(code), 1)
      // The refusal stays when Stripe has deleted its keys.
      mock.forgetKeys()
      await assert.rejects(gateway.charge(asked), expected)
      assert.equal(await gateway.cancel(asked), undefined)
      assert.equal(await gateway.cancel(asked), undefined)
      assert.equal(sentFor(code), 1)
      assert.equal(chargesOf(mock, code), 0)
      const blocks = mock.intents().filter(({ metadata }) => metadata.my_account_key === code)
      assert.deepEqual(
        blocks.map(({ status, metadata }) => [status, metadata.my_account_block]),
        [["canceled", about]],
      )
    })
  }

  test("an api_error with 4xx is a refusal for good, and not an outage", async () => {
    const reference = await opened.keepCard()
    const asked = opened.payment("api error", reference)
    mock.meet("payment_intents", { kind: "answer", answer: refused("", "no", "api_error") })
    const refusal = { name: "ChargeRefused", refusedFor: "unknown" }
    await assert.rejects(gateway.charge(asked), refusal)
    await assert.rejects(gateway.find(asked), refusal)
  })

  test("amounts below and above Stripe's limits are refused for their amount", async () => {
    const reference = await opened.keepCard()
    for (const amount of [49, 100_000_000]) {
      const asked = { ...opened.payment(`${amount} cents`, reference), amount }
      const refusal = { name: "ChargeRefused", refusedFor: "amount" }
      await assert.rejects(gateway.charge(asked), refusal)
    }
    const bank = await opened.keepBank(accounts.weeklyLimit)
    const asked = opened.payment("weekly limit", bank, "bank")
    const before = mock.events.length
    await assert.rejects(gateway.charge(asked), { refusedFor: "amount" })
    await assert.rejects(gateway.find(asked), { refusedFor: "amount" })
    const sent = mock.events.slice(before)
    assert.deepEqual(
      sent.map(({ type }) => type),
      ["payment_intent.payment_failed", "payment_intent.canceled"],
    )
    // Stripe reports its refusal as a failed payment, but nobody was asked for the money.
    for (const event of sent) {
      const { headers, body } = signed(event)
      assert.equal(await gateway.readReport(headers, body), undefined)
    }
    follows(mock, "amounts", "weeklyLimit")
  })

  test("a code-less text about the mandate ends the authorization, and a missing method is gone", async () => {
    const reference = await opened.keepCard()
    const text = "This PaymentIntent requires a mandate, but no existing mandate was found."
    mock.meet("payment_intents", { kind: "answer", answer: refused("", text) })
    const asked = opened.payment("by text", reference)
    await assert.rejects(gateway.charge(asked), { name: "AuthorizationGone" })
    await assert.rejects(gateway.find(asked), { name: "AuthorizationGone" })
    const gone = opened.payment("unknown method", reference.replace(/pm_\w+/, "pm_gone"))
    await assert.rejects(gateway.charge(gone), { name: "MethodGone" })
  })

  test("a 404 without a code is not an outage", async () => {
    const reference = await opened.keepCard()
    const absent = { status: 404, content: { error: { type: "invalid_request_error" } } }
    mock.meet(`payment_methods/${methodOf(reference)}`, { kind: "answer", answer: absent })
    const change = gateway.change(reference, { holderName: "M." }, "404")
    await assert.rejects(change, { name: "MethodGone" })
  })

  test("a decline without its payment, or with that of another key, stays a decline", async () => {
    const earlier = await opened.keepCard(cards.declined)
    await gateway.charge(opened.payment("earlier", earlier))
    const other = opened.intentOf("earlier")
    const error = { type: "card_error", code: "card_declined", decline_code: "expired_card" }
    for (const [key, more] of [
      ["without payment", {}],
      ["with another", { payment_intent: { ...other, latest_charge: "ch_other" } }],
    ] as const) {
      const reference = await opened.keepCard()
      const answer = { status: 402, content: { error: { ...error, ...more } } }
      mock.meet("payment_intents", { kind: "answer", answer })
      const declined = await gateway.charge(opened.payment(key, reference))
      assert.partialDeepStrictEqual(declined, { key, status: "declined", reason: "expired_card" })
      assert.match(declined.reference, /^pi_/)
      assert.deepEqual(await gateway.find({ key, reference }), declined)
      assert.deepEqual(await gateway.cancel(opened.payment(key, reference)), declined)
    }
  })

  test("a decline of Stripe is not the holder's statement, and an issuer's advice is followed", async () => {
    const advice: [IssuerDecline, DeclineReason][] = [
      [{ decline_code: "generic_decline" }, "other"],
      [{ decline_code: "fraudulent" }, "other"],
      [{ decline_code: "generic_decline", advice_code: "try_again_later" }, "other"],
      [{ decline_code: "generic_decline", advice_code: "do_not_try_again" }, "account_unusable"],
      [{ decline_code: "insufficient_funds", advice_code: "do_not_try_again" }, "account_unusable"],
      [{ decline_code: "do_not_honor", advice_code: "confirm_card_data" }, "expired_card"],
      [{ decline_code: "do_not_honor", network_advice_code: "03" }, "account_unusable"],
      [{ decline_code: "do_not_honor", network_advice_code: "21" }, "account_unusable"],
      [{ decline_code: "do_not_honor", network_advice_code: "02" }, "other"],
      [{ decline_code: "stolen_card", advice_code: "try_again_later" }, "lost_or_stolen"],
    ]
    for (const [index, [decline, reason]] of advice.entries()) {
      const reference = await opened.keepCard()
      const key = `advice ${index}`
      mock.declineNext(decline)
      const declined = await gateway.charge(opened.payment(key, reference))
      assert.deepEqual([declined.status, declined.reason], ["declined", reason], key)
      assert.deepEqual(await gateway.find({ key, reference }), declined)
    }
    const risky = await opened.keepCard(cards.radar)
    const blocked = await gateway.charge(opened.payment("radar", risky))
    assert.deepEqual([blocked.status, blocked.reason], ["declined", "other"])
    follows(mock, "declines", "radar")
  })

  test("a card that is refused when it is saved leaves no customer behind", async () => {
    const token = await opened.cardToken(cards.poor)
    const refusal = { name: "TokenRefused", reason: "insufficient_funds" }
    const keep = () => gateway.keep(token, "poor", keepTerms)
    await assert.rejects(keep(), refusal)
    await assert.rejects(keep(), refusal)
    const last = mock.customers().at(-1)
    assert.equal(last?.deleted, true)
    follows(mock, "cardNumbers")
  })

  test("a stored failure 500 is spent, also for a charge that was made", async () => {
    const reference = await opened.keepCard()
    const silent = { name: "GatewaySilent" }
    const spent = { name: "KeySpent" }
    const asked = opened.payment("nothing made", reference)
    mock.meet("payment_intents", { kind: "failed", isMade: false })
    await assert.rejects(gateway.charge(asked), silent)
    await assert.rejects(gateway.charge(asked), spent)
    assert.equal(await gateway.cancel(asked), undefined)
    assert.equal(await gateway.cancel(asked), undefined)
    await assert.rejects(gateway.charge(asked), { name: "KeyReused" })
    assert.equal(chargesOf(mock, "nothing made"), 0)

    const made = opened.payment("made after all", reference)
    mock.meet("payment_intents", { kind: "failed", isMade: true })
    await assert.rejects(gateway.charge(made), silent)
    assert.equal((await gateway.charge(made)).status, "settled")
    assert.equal((await gateway.cancel(made))?.status, "settled")
    assert.equal(chargesOf(mock, "made after all"), 1)
  })

  test("a charge that appears while its key is blocked is returned", async () => {
    const reference = await opened.keepCard()
    for (const [key, call] of [
      ["appears while refused", gateway.charge],
      ["appears while canceled", gateway.cancel],
    ] as const) {
      const asked = opened.payment(key, reference)
      if (call === gateway.charge) {
        mock.meet("payment_intents", { kind: "answer", answer: refused("never_heard_of") })
      }
      mock.during(`${key} block`, () => openAgain(asked))
      assert.equal((await call(asked))?.status, "settled")
      assert.equal((await gateway.charge(asked)).status, "settled")
      assert.equal(chargesOf(mock, key), 1)
    }
  })

  /** Makes the charge as a request that was on its way. */
  async function openAgain(asked: ReturnType<OpenedStripe["payment"]>): Promise<void> {
    const [customer = "", method = ""] = asked.reference.split("/")
    const made = await ask("payment_intents", {
      amount: String(asked.amount),
      currency: "usd",
      customer,
      payment_method: method,
      confirm: "true",
      return_url: asked.returnAddress,
      "metadata[my_account_key]": asked.key,
    })
    assert.equal(made.status, 200)
  }
})
