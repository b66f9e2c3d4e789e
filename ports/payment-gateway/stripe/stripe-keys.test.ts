// @prove-also models

import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { isFullSize, modelSeeds } from "#testing/model-seeds.ts"
import {
  AuthorizationGone,
  type Charge,
  ChargeRefused,
  GatewayAway,
  GatewaySilent,
  KeyReused,
} from "../port.ts"
import { chargesOf, type OpenedStripe, openStripe } from "./stripe-fixture.ts"
import type { Fault } from "./stripe-server.mock.ts"
import { refused } from "./stripe-store.mock.ts"

const limited = { status: 429, content: { error: { type: "invalid_request_error" } } }
const declined = { type: "card_error", code: "card_declined", decline_code: "generic_decline" }

/** What a request for a charge meets at Stripe. */
const faults: Readonly<Record<string, Fault | undefined>> = {
  none: undefined,
  "lost before": { kind: "lost", isMade: false },
  "lost after": { kind: "lost", isMade: true },
  "500 before": { kind: "failed", isMade: false },
  "500 after": { kind: "failed", isMade: true },
  "too many": { kind: "answer", answer: limited },
  refused: { kind: "answer", answer: refused("amount_too_large") },
  unknown: { kind: "answer", answer: refused("never_heard_of") },
  mandate: { kind: "answer", answer: refused("payment_intent_mandate_invalid") },
  declined: { kind: "answer", answer: { status: 402, content: { error: declined } } },
}

interface Round {
  /** Charges that are asked for at the same time. */
  charges: number
  fault: string
  blockFault: string
  keysAreForgotten: boolean
  isCanceledAfter: boolean
}

const round: fc.Arbitrary<Round> = fc.record({
  charges: fc.integer({ min: 1, max: 4 }),
  fault: fc.constantFrom(...Object.keys(faults)),
  blockFault: fc.constantFrom("none", "lost before", "lost after", "500 before"),
  keysAreForgotten: fc.boolean(),
  isCanceledAfter: fc.boolean(),
})

/** One result of a charge, as a word. */
function named(result: PromiseSettledResult<Charge | undefined>): string {
  if (result.status === "fulfilled") return result.value?.status ?? "none"
  const { reason: error } = result
  if (error instanceof ChargeRefused || error instanceof AuthorizationGone) return "refused"
  if (error instanceof KeyReused) return "key reused"
  if (error instanceof GatewayAway || error instanceof GatewaySilent) return "unclear"
  throw error
}

let keys = 0

async function holds(opened: OpenedStripe, reference: string, rounds: Round[]): Promise<void> {
  const { mock, gateway } = opened
  keys += 1
  const asked = opened.payment(`model ${keys}`, reference)
  const told: string[] = []
  for (const { charges, fault, blockFault, keysAreForgotten, isCanceledAfter } of rounds) {
    const met = faults[fault]
    if (met) mock.meet("payment_intents", met)
    const blocked = faults[blockFault]
    if (met?.kind === "answer" && blocked) mock.meet("payment_intents", blocked)
    const all = Array.from({ length: charges }, () => gateway.charge(asked))
    told.push(...(await Promise.allSettled(all)).map(named))
    if (isCanceledAfter)
      told.push(...(await Promise.allSettled([gateway.cancel(asked)])).map(named))
    mock.endFaults()
    // Stripe deletes keys after a day, when no request is on its way any more.
    if (keysAreForgotten) mock.forgetKeys()
    assert.ok(chargesOf(mock, asked.key) <= 1, "at most one charge")
  }
  const made = mock
    .intents()
    .some(({ metadata, status }) => metadata.my_account_key === asked.key && status === "succeeded")
  if (made) {
    assert.ok(!told.includes("refused") && !told.includes("declined"), told.join(", "))
    assert.equal((await gateway.charge(asked)).status, "settled")
  }
  const [last] = (await Promise.allSettled([gateway.find(asked)])).map(named)
  if (told.includes("settled")) assert.equal(last, "settled")
  if (told.includes("refused")) assert.equal(last, "refused")
}

for (const seed of modelSeeds()) {
  test(`for any orders of charges, losses, stored failures, refusals and forgotten keys, a key is charged at most once, and no charge that was made counts as refused (seed ${seed})`, async (t) => {
    const opened = await openStripe()
    t.after(opened.close)
    const reference = await opened.keepCard()
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
        await holds(opened, reference, rounds)
      }),
      { seed, numRuns: isFullSize ? 200 : 30 },
    )
  })
}
