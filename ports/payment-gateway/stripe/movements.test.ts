import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { test } from "node:test"
import type Stripe from "stripe"
import { createMockMoney } from "./money.mock.ts"
import { createBooks } from "./movements.ts"

test("RECONCILE-05 a payout lists balance that Stripe held back as a part, and not itself", async () => {
  const money = createMockMoney((kind) => `${kind}_${randomUUID()}`)
  const source = null as unknown as Stripe.BalanceTransactionSource
  money.add("charge", 1_000, 59, source)
  money.add("payout_minimum_balance_hold", -200, 0, source)
  money.add("payout_minimum_balance_release", 150, 0, source)
  money.payOut()
  const list = async function* ({ payout }: Stripe.BalanceTransactionListParams) {
    yield* money.transactions(payout, () => true)
  }
  const books = createBooks({ balanceTransactions: { list } } as unknown as Stripe)
  const [payout] = money.payouts(() => true)
  assert.ok(payout)
  const parts = await Array.fromAsync(books.movements({ payout: payout.id }))
  assert.deepEqual(
    parts.map(({ kind, amount }) => [kind, amount]),
    [
      ["other", 150],
      ["other", -200],
      ["charge", 1_000],
    ],
  )
  const sum = parts.reduce((total, { amount, fee }) => total + amount - fee, 0)
  assert.equal(sum, payout.amount)
})
