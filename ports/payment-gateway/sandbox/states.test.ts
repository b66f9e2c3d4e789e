import assert from "node:assert/strict"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { createTestClock } from "#testing/clock.ts"
import { cardPayment } from "../sample-requests.ts"
import { createGateway } from "./gateway.ts"
import { openLedger } from "./ledger.store.ts"
import { documentedNumbers, refusedFor } from "./numbers.ts"

function start(file = ":memory:") {
  const clock = createTestClock()
  const ledger = openLedger(file)
  const gateway = createGateway({ ledger, clock })
  const charge = (key: string, reference: string) =>
    gateway.charge({ ...cardPayment, key, reference, amount: 4_275 }).charge?.status
  /** The reports about methods that are due, as state. */
  const reported = () => {
    const due = ledger.dueMethodChanges(clock.now().getTime())
    for (const { id } of due) ledger.setMethodChangeDelivered(id)
    return due.map(({ blocked, isAuthorizationGone }) => [blocked, isAuthorizationGone])
  }
  return { clock, ledger, gateway, charge, reported }
}

test("bank-blocked: is declined while it is blocked, and reported when the block begins and ends", () => {
  const { clock, ledger, gateway, charge, reported } = start()
  const reference = "sample.bank-blocked.maria"
  assert.equal(charge("first", reference), "pending")
  assert.deepEqual(reported(), [])
  clock.advance({ days: 2 })
  assert.deepEqual(reported(), [["account_unusable", null]])
  assert.equal(gateway.readMethod(reference).blocked, "account_unusable")
  assert.equal(charge("blocked", reference), "declined")
  assert.throws(() => gateway.renew(reference, "renew"), { status: 422 })
  clock.advance({ days: 7 })
  assert.deepEqual(reported(), [["", null]])
  assert.equal(charge("lifted", reference), "pending")
  assert.equal(gateway.readMethod(reference).blocked, "")
  ledger.close()
})

test("bank-revoked: a renewed authorization stays after a restart, once for its key", (context) => {
  const folder = mkdtempSync(join(tmpdir(), "my-account-sandbox-"))
  context.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, "ledger.sqlite")
  const reference = "sample.bank-revoked.maria"
  const before = start(file)
  before.charge("first", reference)
  before.clock.advance({ days: 10 })
  assert.throws(() => before.charge("refused", reference), { reason: "authorization_gone" })
  const renewed = before.gateway.renew(reference, "renewal")
  before.ledger.close()

  const { clock, ledger, gateway, charge, reported } = start(file)
  clock.advance({ days: 10 })
  assert.deepEqual(gateway.renew(reference, "renewal"), renewed)
  assert.deepEqual(reported(), [
    [null, 1],
    [null, 0],
  ])
  assert.equal(gateway.readMethod(reference).isAuthorizationGone, false)
  assert.throws(() => charge("refused", reference), { reason: "authorization_gone" })
  assert.throws(() => gateway.find("refused"), { reason: "authorization_gone" })
  assert.equal(charge("authorized again", reference), "pending")
  ledger.close()
})

for (const { name, outcome, kind } of documentedNumbers) {
  const reason = refusedFor(outcome)
  if (reason === undefined) continue
  test(`${name}: each charge is refused for good`, () => {
    const { ledger, gateway, charge } = start()
    const reference = kind === "card" ? `sample.${name}.08-2031` : `sample.${name}`
    const refused = { reason: "charge_refused", details: { refusedFor: reason } }
    assert.throws(() => charge("one", reference), refused)
    assert.throws(() => charge("one", reference), refused)
    assert.throws(() => gateway.find("one"), refused)
    assert.equal(gateway.cancel("one"), undefined)
    assert.throws(() => charge("one", reference), refused)
    assert.deepEqual(gateway.charges(), [])
    ledger.close()
  })
}

test("bank accounts have the numbers and results of Stripe's test accounts, or numbers that Stripe does not list", () => {
  // Source: https://docs.stripe.com/testing#ach-direct-debit
  const atStripe: Record<string, string> = {
    "000123456789": "settled",
    "000111111113": "returned: account_closed",
    "000111111116": "returned: account_unusable",
    "000222222227": "returned: insufficient_funds",
    "000333333335": "returned: not_authorized",
    "000555555559": "disputeLost: not_authorized",
    "000777777771": "refused: amount",
  }
  const others = ["000444444440", "000666666661", "000000000009", "000000004954", "000888888885"]
  for (const { kind, number, outcome, steps } of documentedNumbers) {
    if (kind !== "bank") continue
    assert.ok(!others.includes(number), number)
    const last = steps.at(-1)
    const result = last?.reason ? `${last.status}: ${last.reason}` : last?.status
    const ours = outcome === "taken" ? result : `refused: ${refusedFor(outcome)}`
    if (number in atStripe) assert.equal(ours, atStripe[number], number)
    else assert.match(number, /^0001000000\d\d$/)
  }
})
