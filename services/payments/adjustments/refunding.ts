import { randomUUID } from "node:crypto"
import type { Queries } from "#database/sql.ts"
import { errorName } from "#platform/error-name.ts"
import { later } from "#platform/time.ts"
import { dayAt } from "#platform/time-zone.ts"
import { type Refund, RefundRefused } from "#ports/payment-gateway/port.ts"
import type { RefundToPost } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import type { ReadyEmail } from "#services/profile/subscriptions/optional-emails.ts"
import { lockPayment, writeStep } from "../paying/charging.store.ts"
import { findPayment, type Payment } from "../paying/payments.store.ts"
import { type PostingFailures, waitAfterFailure } from "../paying/posting-failures.ts"
import type { RefundEmails } from "./refund-emails.ts"
import { notifyOfRefund } from "./refund-events.ts"
import { auditedRefund } from "./refund-presenter.ts"
import {
  isCreditMade,
  isLater,
  refundedSumOf,
  stateAfterRefunds,
  storedStatus,
} from "./refund-state.ts"
import {
  findRefund,
  findRefunds,
  insertRefund,
  markRefundPosted,
  type RefundRow,
  releaseRefund,
  writeRefundState,
} from "./refunds.store.ts"

/** Seconds until a posting is retried. */
const waits = { first: 4, longest: 600 }
/** Hours between checks of an accepted refund at the gateway, in addition to its reports. */
const askHours = 12

/** Continues refunds from their current state. Safe to repeat and to run in several processes. */
export function createRefunding(
  deps: Deps,
  emails: RefundEmails,
  postingFailures: PostingFailures,
) {
  const { database, clock, gateways, policyAdmin, brands, audit, events, log, wakeEmail } = deps

  /** Does the work that is possible now and leaves the rest to a later claim. Never throws. */
  async function run(claim: RefundRow): Promise<void> {
    const { client, id, paymentId, tries } = claim
    try {
      const payment = await findPayment(database, client, paymentId)
      if (!payment) throw new Error(`The refund ${id} has no payment.`)
      if (claim.status === "approved") await make(claim, payment)
      if (claim.status === "accepted") await readRefunds(payment)
      await post(claim)
      const after = await findRefund(database, [client], id)
      const isOnItsWay = after?.status === "accepted"
      const next = isOnItsWay ? later(clock.now(), { hours: askHours }) : null
      await releaseRefund(database, claim, next)
    } catch (error) {
      log.warn({ refund: id, tries, reason: errorName(error) }, "A refund has to be tried again.")
      const seconds = waitAfterFailure(error, tries, waits)
      // If this fails too, the claim expires.
      const next = later(clock.now(), { seconds })
      await releaseRefund(database, claim, next).catch(() => undefined)
    }
    wakeEmail()
  }

  /** Makes the refund at the gateway, which makes it once per key. */
  async function make({ id, amount }: RefundRow, payment: Payment): Promise<void> {
    const gateway = gateways.named(payment.gateway)
    try {
      const made = await gateway.refund({ key: id, charge: payment.gatewayReference, amount })
      await apply(payment, [made])
    } catch (error) {
      if (!(error instanceof RefundRefused)) throw error
      const refused = { key: id, reference: "", amount, status: "failed" } as const
      await apply(payment, [refused])
    }
  }

  /**
   * Reads all refunds of a payment from the gateway, including refunds made there, and applies
   * them.
   */
  async function readRefunds({ client, id }: Pick<Payment, "client" | "id">): Promise<void> {
    const payment = await findPayment(database, client, id)
    if (!payment || payment.gatewayReference === "") return
    await apply(payment, await gateways.named(payment.gateway).refundsOf(payment.gatewayReference))
    for (const refund of await findRefunds(database, client, [id])) await post(refund)
    wakeEmail()
  }

  /** Saves refunds that the gateway returns or reports. They may repeat and arrive in any order. */
  async function apply(payment: Payment, told: readonly Refund[]): Promise<void> {
    const { gatewayRefundsReopen } = await brands.refundRulesOf(payment.client)
    const { about } = await emails.prepare(payment)
    await database.transaction(async (tx) => {
      const locked = await lockPayment(tx, payment.client, payment.id)
      if (!locked) return
      for (const refund of told) {
        const known = (await findRefunds(tx, payment.client, [payment.id])).find(
          (row) => row.id === refund.key || (row.gatewayReference || "-") === refund.reference,
        )
        if (known && !isLater(known.status, refund.status)) continue
        if (known) await moveOn(tx, locked, known, refund, about)
        else await insertMade(tx, locked, refund, gatewayRefundsReopen, about)
      }
      await writeRefunded(tx, locked)
    })
  }

  async function moveOn(
    tx: Queries,
    payment: Payment,
    known: RefundRow,
    { reference, status }: Refund,
    about: (refund: RefundRow) => ReadyEmail,
  ): Promise<void> {
    const now = clock.now()
    const to = { status: storedStatus[status], gatewayReference: reference, now, nextTryAt: now }
    await writeRefundState(tx, known.client, known.id, to)
    const refund = { ...known, ...to }
    // Customers are notified once that money was sent, and of a failure only after that.
    const isNews = isCreditMade(refund) ? known.status === "approved" : isCreditMade(known)
    if (isNews) await about(refund)(tx)
    await record(tx, payment, refund)
    if (isNews) await notifyOfRefund(events, tx, payment, refund)
  }

  /** Stores a refund that other software made at the gateway. */
  async function insertMade(
    tx: Queries,
    payment: Payment,
    { reference, amount, status }: Refund,
    reopens: boolean,
    about: (refund: RefundRow) => ReadyEmail,
  ): Promise<void> {
    const now = clock.now()
    const { id: paymentId, client, accountNumber } = payment
    const id = randomUUID()
    await insertRefund(tx, {
      id,
      paymentId,
      client,
      accountNumber,
      amount,
      reopens,
      reason: "",
      status: storedStatus[status],
      idempotencyKey: null,
      gatewayReference: reference,
      requestedBy: null,
      requestedAt: now,
      expiresAt: null,
      succeededAt: status === "succeeded" ? now : null,
      nextTryAt: now,
    })
    const refund = await findRefund(tx, [client], id)
    if (!refund || status === "failed") return
    await about(refund)(tx)
    await record(tx, payment, refund)
    await notifyOfRefund(events, tx, payment, refund)
  }

  /** Saves the sum of all refunds on the payment, and the resulting state. */
  async function writeRefunded(tx: Queries, payment: Payment): Promise<void> {
    const refunded = refundedSumOf(
      (await findRefunds(tx, payment.client, [payment.id])).filter(isCreditMade),
    )
    if (refunded === payment.refunded) return
    await writeStep(tx, payment.client, payment.id, {
      from: payment.status,
      to: stateAfterRefunds(payment, refunded),
      reason: payment.reason,
      refundedTotal: refunded,
      gatewayReference: payment.gatewayReference,
      refunded,
      confirmationNumber: payment.confirmationNumber,
      now: clock.now(),
      claimedUntil: payment.appliedAt === null ? clock.now() : null,
    })
  }

  async function record(tx: Queries, payment: Payment, refund: RefundRow): Promise<void> {
    await audit.record(tx, {
      client: payment.client,
      accountNumber: payment.accountNumber,
      action: refund.status === "failed" ? "payment.refund.fail" : "payment.refund",
      actor: { kind: "system" },
      subjectUserid: null,
      ip: null,
      after: auditedRefund(payment, refund),
    })
  }

  /**
   * Posts the refund in the account system once it has succeeded, and undoes it there if it failed
   * later, each dated by the client's day on which it was recorded.
   */
  async function post({ client, id }: Pick<RefundRow, "client" | "id">): Promise<void> {
    const refund = await findRefund(database, [client], id)
    if (!refund || refund.succeededAt === null) return
    const { paymentId, amount, succeededAt, failedAt } = refund
    const timeZone = await brands.timeZoneOf(client)
    const posting = refundPostingOf(refund)
    if (refund.postedAt === null) {
      const refundedOn = dayAt(succeededAt, timeZone).toString()
      const subject = `refund ${id}`
      const payment = await findPayment(database, client, paymentId)
      // The account system no longer has any money of a payment that it reversed.
      if (!payment?.revokedAt) {
        await postingFailures.noteOf({ client, subject, paymentId, amount }, () =>
          policyAdmin.refundPayment({ ...posting, refundedOn }),
        )
      }
      await mark(refund, "posted", subject)
    }
    if (failedAt !== null && refund.undoneAt === null) {
      const subject = `failed refund ${id}`
      const failedOn = dayAt(failedAt, timeZone).toString()
      await postingFailures.noteOf({ client, subject, paymentId, amount }, () =>
        policyAdmin.failRefund(posting, failedOn),
      )
      await mark(refund, "undone", subject)
    }
  }

  async function mark(
    { client, id, tries }: RefundRow,
    what: "posted" | "undone",
    subject: string,
  ): Promise<void> {
    await database.transaction(async (tx) => {
      await markRefundPosted(tx, client, id, what, clock.now())
      if (tries > 0) await postingFailures.settle(tx, client, subject)
    })
  }

  return { run, readRefunds }
}

/** Identical in every retry: the account system rejects a different request with the same key. */
export function refundPostingOf({
  client,
  paymentId,
  id: refundId,
  amount,
  reopens,
}: RefundRow): Omit<RefundToPost, "refundedOn"> {
  return { client, paymentId, refundId, amount, reopens }
}
