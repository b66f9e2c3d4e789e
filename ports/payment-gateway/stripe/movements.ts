import type Stripe from "stripe"
import { dayAt } from "#platform/time-zone.ts"
import type { GatewayBooks, MadeCharge, Movement, Payout, Period } from "../port.ts"
import { intentOfCharge, keyName, memoOf, readCharge } from "./charges.ts"
import { movementKindOf, payoutStatusOf } from "./codes.ts"
import { asGatewayError, noneIfGone } from "./faults.ts"

/** Objects of one page. The library reads the next one when they are used up. */
const pageSize = 100

/** Stripe's books: payments by id, balance transactions and payouts. Nothing is searched. */
export function createBooks(stripe: Stripe): GatewayBooks {
  async function lookUp(reference: string) {
    if (!/^(pi|ch|py)_\w{1,200}$/.test(reference)) return undefined
    const isIntent = reference.startsWith("pi_")
    const id = isIntent ? reference : await intentOfCharge(stripe, reference).catch(noneIfGone)
    if (id === undefined) return undefined
    const intent = await stripe.paymentIntents
      .retrieve(id, { expand: ["latest_charge"] })
      .catch(noneIfGone)
    return intent && (await readCharge(stripe, intent))
  }

  async function* charges(period: Period): AsyncIterable<MadeCharge> {
    const expand = ["data.latest_charge"]
    const asked = { created: createdIn(period), limit: pageSize, expand }
    for await (const intent of stripe.paymentIntents.list(asked)) {
      // No bank was asked for the money: the customer has not confirmed it, or we canceled it.
      if (intent.latest_charge === null) continue
      const { customer, payment_method: method, created } = intent
      yield {
        ...(await readCharge(stripe, intent)),
        memo: memoOf(intent),
        method: customer && method ? `${idOf(customer)}/${idOf(method)}` : "",
        madeAt: new Date(created * 1000),
      }
    }
  }

  async function* movements(of: Period | { payout: string }): AsyncIterable<Movement> {
    const payout = "payout" in of ? of.payout : ""
    const asked = "payout" in of ? { payout } : { created: createdIn(of) }
    const expand = ["data.source"]
    const listed = stripe.balanceTransactions.list({ ...asked, limit: pageSize, expand })
    for await (const transaction of listed) {
      // A payout lists itself among its movements. Balance that Stripe holds back from it, or
      // releases into it (payout_minimum_balance_hold and _release), is a part of its amount.
      if (payout !== "" && transaction.type === "payout") continue
      yield movementOf(transaction, payout)
    }
  }

  async function* payouts(period: Period): AsyncIterable<Payout> {
    const created = createdIn(period)
    for await (const payout of stripe.payouts.list({ created, limit: pageSize })) {
      yield payoutOf(payout)
    }
  }

  return {
    lookUp: async (reference) => await lookUp(reference).catch(asGatewayError),
    charges: (period) => withGatewayErrors(charges(period)),
    movements: (of) => withGatewayErrors(movements(of)),
    payouts: (period) => withGatewayErrors(payouts(period)),
  }
}

/** The movement of a balance transaction that includes its source. */
export function movementOf(transaction: Stripe.BalanceTransaction, payout: string): Movement {
  const { id, amount, fee, created } = transaction
  return {
    reference: id,
    kind: movementKindOf(transaction),
    amount,
    fee,
    at: new Date(created * 1000),
    ...causeOf(transaction),
    ...(payout !== "" && { payout }),
  }
}

/** The payment, its key and the payout that a balance transaction is about. */
function causeOf({ source }: Stripe.BalanceTransaction) {
  const about = { charge: "", key: "", payout: "" }
  if (source === null || typeof source === "string") return about
  if (source.object === "payout") return { ...about, payout: source.id }
  if (source.object === "charge") {
    const charge = idOf(source.payment_intent) || source.id
    return { ...about, charge, key: source.metadata[keyName] ?? "" }
  }
  if (source.object === "refund" || source.object === "dispute") {
    return { ...about, charge: idOf(source.payment_intent) || idOf(source.charge) }
  }
  return about
}

export function payoutOf(payout: Stripe.Payout): Payout {
  return {
    reference: payout.id,
    amount: payout.amount,
    status: payoutStatusOf(payout),
    // Stripe gives midnight UTC of the date.
    arrivesOn: dayAt(new Date(payout.arrival_date * 1000), "UTC").toString(),
    madeAt: new Date(payout.created * 1000),
    isItemized: payout.reconciliation_status === "completed",
  }
}

/** Stripe's clock has whole seconds. */
function createdIn({ from, until }: Period): Stripe.RangeQueryParam {
  return { gte: Math.ceil(from.getTime() / 1000), lt: Math.ceil(until.getTime() / 1000) }
}

function idOf(named: { id: string } | string | null): string {
  return typeof named === "string" ? named : (named?.id ?? "")
}

async function* withGatewayErrors<Item>(items: AsyncIterable<Item>): AsyncIterable<Item> {
  try {
    yield* items
  } catch (error) {
    asGatewayError(error)
  }
}
