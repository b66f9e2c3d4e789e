import { setTimeout as sleep } from "node:timers/promises"
import type { Database } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import { createGateway } from "#ports/payment-gateway/sandbox/gateway.ts"
import { openLedger } from "#ports/payment-gateway/sandbox/ledger.store.ts"
import {
  isConfirmed as isConfirmedState,
  isTakenBack,
  type PaymentState,
} from "#services/payments/paying/state-machine.ts"
import { payerDue } from "#testing/payers.ts"
import type { Mailbox } from "#tools/mailbox/mailbox.ts"
import { createFindings } from "../part.ts"
import { compareAutoPay } from "./auto-pay.ts"
import {
  findOurPayments,
  findOwed,
  findPosted,
  findPostedRefunds,
  findWrongTasks,
} from "./compare.store.ts"
import { compareCorrections, compareRefunds } from "./compare-staff.ts"
import type { WorldPeople } from "./fill.ts"
import { client } from "./names.ts"
import type { Intention } from "./payers.ts"
import { compareSavedCards, type WantedCard } from "./savers.ts"
import type { StaffAtWork } from "./staff.ts"

/** Records of a world outside of its database. */
export interface Books {
  /** The file of the gateway's books. */
  ledger: string
  mailbox: Mailbox
  people: WorldPeople
}

/** The requests sent to servers, with the last answer to each. */
export interface Asked {
  intentions: readonly Intention[]
  staff?: Pick<StaffAtWork, "refunds" | "corrections">
  cards?: readonly WantedCard[]
}

/**
 * Compares our books with those of the gateway and of the account system, and with the requests of
 * payers and staff and the answers to them. Returns one line for each difference, and the figures.
 */
export async function compareBooks(
  database: Database,
  books: Books,
  { intentions, staff = { refunds: [], corrections: [] }, cards = [] }: Asked,
) {
  const { ledger, people } = books
  const { lowered, ...corrections } = await compareCorrections(database, staff.corrections)
  const payments = await comparePayments(database, ledger, intentions, lowered)
  const refunds = await compareRefunds(database, ledger, staff.refunds)
  const autoPay = people.hasAutoPay ? await compareAutoPay(database, books) : { wrong: [] }
  const saved = await compareSavedCards(database, ledger, cards)
  const all = [payments, refunds, corrections, autoPay, saved]
  const wrong = all.flatMap((compared) => compared.wrong)
  return { ...payments, ...refunds, ...corrections, ...autoPay, ...saved, wrong }
}

/** Waits until every payment has a result and every accepted one is posted, at most this long. */
export async function untilSettled(database: Database, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    const payments = await findOurPayments(database)
    const isSettled = payments.every(
      ({ status, confirmationNumber, isPosted }) =>
        status !== "submitted" && status !== "unknown" && (!confirmationNumber || isPosted),
    )
    if (isSettled) return
    await sleep(1_000)
  }
}

/**
 * Compares our payments with the gateway's charges, the account system's payments and the answers
 * that payers received. `lowered`: by plan number, the cents by which credits and write-offs have
 * lowered the product's debt. Returns one line for each difference.
 */
async function comparePayments(
  database: Database,
  ledgerFile: string,
  intentions: readonly Intention[],
  lowered: ReadonlyMap<string, number>,
): Promise<{
  wrong: string[]
  accepted: number
  declined: number
  refused: number
  takenBack: number
  refunded: number
}> {
  const { wrong, check } = createFindings()
  const ledger = openLedger(ledgerFile)
  const taken = new Map(
    createGateway({ ledger, clock: systemClock })
      .charges()
      .filter(({ status }) => status !== "declined")
      .map((charge) => [charge.key, charge]),
  )
  ledger.close()
  const ours = await findOurPayments(database)
  const posted = new Map((await findPosted(database)).map((row) => [row.id, row]))
  const owed = new Map(
    (await findOwed(database, client)).map((row) => [row.policyNumber, row.cents]),
  )

  const byKey = new Map(ours.map((payment) => [payment.key, payment]))
  check(byKey.size === ours.length, "a key has made two payments")
  let accepted = 0
  for (const { id, status, cents, isPosted, confirmationNumber, refunded } of ours) {
    const isConfirmed = isConfirmedState(status)
    if (isConfirmed) accepted += 1
    const charge = taken.get(id)
    const isEnded = isConfirmed || status === "declined" || status === "canceled"
    check(isEnded, `${id} is still ${status}`)
    check(
      (charge !== undefined) === isConfirmed,
      `${id} is ${status}, charged: ${charge !== undefined}`,
    )
    check(!isConfirmed || charge?.amount === cents, `${id} was charged another amount`)
    check(posted.has(id) === isConfirmed, `${id} is ${status}, posted: ${posted.has(id)}`)
    check(!isConfirmed || posted.get(id)?.cents === cents, `${id} was posted with another amount`)
    check(
      (posted.get(id)?.isTakenBack === true) === isTakenBack(status),
      `${id} is ${status}, taken back: ${posted.get(id)?.isTakenBack}`,
    )
    check(!charge || charge.status === status, `${id} is ${status}, not ${charge?.status}`)
    check((charge?.refundedAmount ?? 0) === refunded, `${id}: ${refunded} cents are refunded`)
    check(isPosted === isConfirmed, `${id} is ${status}, marked as posted: ${isPosted}`)
    check(
      (confirmationNumber !== null) === isConfirmed,
      `${id} is ${status}: ${confirmationNumber}`,
    )
  }
  for (const id of taken.keys())
    check(
      ours.some((one) => one.id === id),
      `${id} was charged unknown to us`,
    )

  for (const policyNumber of await findWrongTasks(database)) {
    check(false, `${policyNumber} has no task of staff, or one that has not ended`)
  }

  const refunds = Map.groupBy(await findPostedRefunds(database), ({ paymentId }) => paymentId)
  const refundedOf = (id: string, reopens: boolean) =>
    (refunds.get(id) ?? [])
      .filter((refund) => refund.reopens === reopens)
      .reduce((sum, { cents }) => sum + cents, 0)
  const paidPolicies = new Map<string, number>()
  /** Cents that settle the bill of each product. */
  const settled = new Map<string, number>()
  for (const intention of intentions) {
    const { key, told, confirmationNumber, policyNumber } = intention
    const payment = byKey.get(key)
    const isConfirmed = payment !== undefined && isConfirmedState(payment.status)
    if (isConfirmed) {
      const isKept = !isTakenBack(payment.status)
      if (isKept) paidPolicies.set(policyNumber, (paidPolicies.get(policyNumber) ?? 0) + 1)
      // A refund reopens the bill, or a credit settles it in place of the money.
      const cents = isKept
        ? payment.cents - refundedOf(payment.id, true)
        : refundedOf(payment.id, false)
      settled.set(policyNumber, (settled.get(policyNumber) ?? 0) + cents)
    }
    if (told === "accepted") {
      check(isConfirmed, `${key} was told accepted and is ${payment?.status}`)
      check(payment?.confirmationNumber === confirmationNumber, `${key} has another number`)
    } else if (told === "refused") {
      check(payment === undefined, `${key} was refused and is ${payment?.status}`)
    } else {
      check(
        told === "declined" && !isConfirmed,
        `${key} was told ${told} and is ${payment?.status}`,
      )
    }
  }
  for (const [policyNumber, cents] of owed) {
    if (!intentions.some((one) => one.policyNumber === policyNumber)) continue
    const times = paidPolicies.get(policyNumber) ?? 0
    check(times <= 1, `${policyNumber} was paid ${times} times`)
    const rest = payerDue - (settled.get(policyNumber) ?? 0) - (lowered.get(policyNumber) ?? 0)
    check(cents === rest, `${policyNumber} owes ${cents}, not ${rest}`)
  }
  const sums = {
    gateway: sumOf([...taken.values()].map(({ status, amount }) => [status, amount])),
    ours: sumOf(ours.map(({ status, cents }) => [status, cents])),
    accounts: [...posted.values()].reduce((sum, one) => sum + (one.isTakenBack ? 0 : one.cents), 0),
  }
  const isEqual = sums.gateway === sums.ours && sums.ours === sums.accounts
  check(isEqual, `the sums differ: ${JSON.stringify(sums)}`)
  const takenBack = ours.filter(({ status }) => isTakenBack(status)).length
  const refundSums = [
    [...taken.values()].reduce((sum, { refundedAmount }) => sum + refundedAmount, 0),
    ours.reduce((sum, { refunded }) => sum + refunded, 0),
    [...refunds.values()].flat().reduce((sum, { cents }) => sum + cents, 0),
  ]
  check(new Set(refundSums).size === 1, `the sums of refunds differ: ${refundSums.join(", ")}`)
  const refunded = ours.filter((one) => one.refunded > 0).length
  const refused = intentions.filter(({ told }) => told === "refused").length
  const declined = ours.length - accepted
  return { wrong, accepted, declined, refused, takenBack, refunded }
}

/** The remaining cents of these payments. */
function sumOf(payments: [PaymentState, number][]): number {
  return payments.reduce(
    (sum, [status, cents]) => sum + (isConfirmedState(status) && !isTakenBack(status) ? cents : 0),
    0,
  )
}
