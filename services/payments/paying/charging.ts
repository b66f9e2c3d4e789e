import { authenticatedPath } from "#contracts/payments/authentication-rules.ts"
import { errorName } from "#platform/error-name.ts"
import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import { waitAfter } from "#platform/jobs/backoff.ts"
import { earlier, later } from "#platform/time.ts"
import { dayAt } from "#platform/time-zone.ts"
import {
  AuthenticationNeeded,
  type Charge,
  type ChargeRequest,
  GatewayAway,
  KeyReused,
  KeySpent,
} from "#ports/payment-gateway/port.ts"
import { type PaymentToApply, shownWithinHours } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import {
  findTakenBackAt,
  markApplied,
  markKeySpent,
  markReversed,
  markShown,
  stopLooking,
  workLater,
} from "./charging.store.ts"
import type { PaymentEmails } from "./payment-emails.ts"
import type { PaymentListener } from "./payment-listener.ts"
import { paymentMemoOf } from "./payment-memo.ts"
import { type CancelReason, endingOf } from "./payment-reasons.ts"
import { findPayment, isPaidLate, markAuthenticating, type Payment } from "./payments.store.ts"
import { type PostingFailures, waitAfterFailure } from "./posting-failures.ts"
import { paidAt } from "./receipt-texts-presenter.ts"
import { mayHaveLeft } from "./reply-time.ts"
import { createStateChanges } from "./state-changes.ts"
import { isConfirmed, isTakenBack, isUndecided } from "./state-machine.ts"

/** Hours after which an uncharged payment is canceled: the customer no longer expects it. */
const chargeWithinHours = 12
/** Minutes that customers have to confirm a payment with their bank. */
const authenticateWithinMinutes = 15
/**
 * Minutes after which a payment is canceled whose key the gateway refuses to charge: it lists what
 * it charged long before that.
 */
const spentAfterMinutes = 30
const firstWaitSeconds = 2
/** Maximum wait between tries. Customers wait for their own payments, but not for auto pay. */
const longestWaitSeconds = { payNow: 30, autoPay: 600 }
const longestLookSeconds = 1_800

/** Reads the refunds of a payment, which depend on payments. */
export interface RefundReader {
  hasSome(payment: Payment): Promise<boolean>
  /** Compares the refunds with the gateway's. Errors: `GatewayAway`, `AccountSystemAway`. */
  readRefunds(payment: Payment): Promise<void>
}

/** Continues a payment from its current state. Safe to repeat and to run in several processes. */
export function createCharging(
  deps: Deps,
  emails: PaymentEmails,
  refunds: RefundReader,
  postingFailures: PostingFailures,
  listener: PaymentListener,
  metrics: Pick<PaymentMetrics, "states" | "differences">,
) {
  const { database, clock, policyAdmin, gateways, brands, wakeEmail, log } = deps
  const changes = createStateChanges(deps, emails, listener, metrics)

  /**
   * Does the work that is possible now and leaves the rest to a later claim. Returns the address of
   * the bank's page if the customer must confirm the payment there. `onDecided` is called once the
   * gateway's answer is stored: customers wait for that, and not for the posting and the receipt.
   * Never throws.
   */
  async function run(
    payment: Payment,
    person?: "here" | "givesUp",
    onDecided?: () => void,
  ): Promise<string | undefined> {
    try {
      if (isUndecided(payment.status)) {
        if (person === "givesUp") await giveUp(payment, "here")
        else {
          const address = await decide(payment, person)
          if (address !== undefined) return address
        }
      }
      onDecided?.()
      await post(payment)
    } catch (error) {
      const { id, tries } = payment
      log.warn({ payment: id, tries, reason: errorName(error) }, "A payment has to be tried again.")
      const next = later(clock.now(), { seconds: waitFor(payment, error) })
      // If this fails too, the claim expires.
      await workLater(database, payment, next).catch(() => undefined)
    }
    return undefined
  }

  async function decide(payment: Payment, person?: "here"): Promise<string | undefined> {
    const isFirst = payment.tries === 1
    try {
      const charge = await ask(payment)
      if (typeof charge === "string") await changes.cancel(payment, charge)
      else {
        const isAnswered = isFirst && !mayHaveLeft(payment, clock.now())
        await applyResult(payment, charge, isAnswered ? "here" : (person ?? "away"))
      }
    } catch (error) {
      if (error instanceof AuthenticationNeeded) return await awaitCustomer(payment, error)
      const ending = endingOf(error)
      if (ending) return void (await changes.end(payment, ending))
      if (error instanceof KeySpent || error instanceof KeyReused) {
        await markKeySpent(database, payment, clock.now())
      }
      // Only on the first try is it certain that no earlier try has charged the payment.
      const isUntouched = isFirst && error instanceof GatewayAway
      // The customer is present and can try again at once. Auto pay is retried in the background.
      if (isUntouched && payment.origin === "payNow") {
        return void (await changes.cancel(payment, "away"))
      }
      if (!isUntouched) await changes.markUnknown(payment)
      throw error
    }
    return undefined
  }

  /** The payment stays undecided until the customer confirms it, or the time is over. */
  async function awaitCustomer(
    payment: Payment,
    { address }: AuthenticationNeeded,
  ): Promise<string | undefined> {
    const now = clock.now()
    if (payment.authenticateBy && payment.authenticateBy <= now) {
      return void (await giveUp(payment, "away"))
    }
    const by = later(now, { minutes: authenticateWithinMinutes })
    const next = later(now, { seconds: waitFor(payment) })
    await markAuthenticating(database, payment, by, next)
    return address
  }

  /** Cancels the payment at the gateway, unless the customer has just confirmed it. */
  async function giveUp(payment: Payment, person: "here" | "away"): Promise<void> {
    const charge = await gateways.named(payment.gateway).cancel(await requestOf(payment))
    if (charge) await applyResult(payment, charge, person)
    else await changes.cancel(payment, "notAuthenticated", person)
  }

  /**
   * Saves what the gateway reports about a charge. It reports only the sum of all refunds, so each
   * refund is read separately.
   */
  async function applyResult(
    payment: Payment,
    told: Omit<Charge, "key" | "amount">,
    person: "here" | "away",
  ): Promise<void> {
    await changes.applyGatewayResult(payment, withoutRefunds(payment, told), person)
    const isRefunded = told.refundedAmount !== 0 || payment.refunded !== 0
    if (isRefunded || (await refunds.hasSome(payment))) await refunds.readRefunds(payment)
  }

  /** The charge, or the reason why it was canceled at the gateway before anything was charged. */
  async function ask(payment: Payment): Promise<Charge | CancelReason> {
    const gateway = gateways.named(payment.gateway)
    const request = await requestOf(payment)
    const found = payment.tries > 1 ? await gateway.find(request) : undefined
    if (found) return found
    const isMoved = (await gateways.of(payment.client)).name !== payment.gateway
    const reason = isMoved ? "otherAccount" : await reasonToCancel(payment)
    if (reason) return (await gateway.cancel(request)) ?? reason
    if (payment.keySpentAt) throw new KeySpent("The gateway has not listed a charge.")
    return await gateway.charge(request)
  }

  async function requestOf(payment: Payment): Promise<ChargeRequest> {
    return requestUnder(await brands.statementNameOf(payment.client), payment)
  }

  async function reasonToCancel(payment: Payment): Promise<CancelReason | undefined> {
    const { submittedAt, keySpentAt } = payment
    if (keySpentAt && submittedAt < earlier(clock.now(), { minutes: spentAfterMinutes })) {
      return payment.authenticateBy ? "notAuthenticated" : "gatewayFailed"
    }
    if (submittedAt < earlier(clock.now(), { hours: chargeWithinHours })) return "tooLate"
    if (await isPaidLate(database, payment)) return "alreadyPaid"
    return (await listener.isStopped(payment)) ? "suspended" : undefined
  }

  /**
   * Posts the payment, or its return, in the account system, with the client's day on which we
   * recorded it; a repeated call has the same day. The call is made outside any transaction; the
   * process that then marks the payment sends the email.
   */
  async function post({ client, id }: Payment): Promise<void> {
    const payment = await findPayment(database, client, id)
    if (!payment || !isConfirmed(payment.status)) return
    if (payment.appliedAt === null) {
      const { amount } = payment
      const posting = postingOf(payment, await brands.timeZoneOf(client))
      await postingFailures.noteOf(
        { client, subject: `payment ${id}`, paymentId: id, amount },
        () => policyAdmin.applyPayment(posting),
      )
      const isShown = await showsPosting(payment)
      const lookAt = later(clock.now(), { seconds: firstWaitSeconds })
      const mail = await emails.receipt({ ...payment, appliedAt: clock.now() })
      await database.transaction(async (tx) => {
        const isFirst = await markApplied(tx, client, id, clock.now(), { isShown, lookAt })
        if (isFirst) await mail?.(tx)
        if (payment.tries > 1) await postingFailures.settle(tx, client, `payment ${id}`)
      })
    }
    if (payment.appliedAt !== null && payment.shownAt === null) await lookFor(payment)
    if (isTakenBack(payment.status) && payment.reversedAt === null) {
      const takenBackAt = await findTakenBackAt(database, client, id)
      const takenBackOn = dayAt(takenBackAt, await brands.timeZoneOf(client)).toString()
      const subject = `return ${id}`
      const { amount } = payment
      await postingFailures.noteOf({ client, subject, paymentId: id, amount }, () =>
        policyAdmin.returnPayment(client, id, takenBackOn),
      )
      const mail = await emails.returned(payment)
      await database.transaction(async (tx) => {
        const isFirst = await markReversed(tx, client, id, clock.now())
        if (isFirst) await mail?.(tx)
        if (payment.tries > 1) await postingFailures.settle(tx, client, subject)
      })
    }
    wakeEmail()
  }

  /** Whether a read shows the posting. If the read fails, the posting is not affected. */
  async function showsPosting({ client, id, accountNumber, policyNumber }: Payment) {
    const reading = policyAdmin.entries(client, accountNumber, policyNumber)
    const entries = await reading.catch(() => [])
    return entries.some(({ lot }) => lot === id)
  }

  /** Looks for the posting again. It counts for its bills until a read shows it. */
  async function lookFor(payment: Payment): Promise<void> {
    const now = clock.now()
    if (await showsPosting(payment)) return await markShown(database, payment, now)
    if (isTakenBack(payment.status)) return
    const { appliedAt, tries } = payment
    if (appliedAt && appliedAt < earlier(now, { hours: shownWithinHours })) {
      return await stopLooking(database, payment)
    }
    const seconds = waitAfter(tries, { first: firstWaitSeconds, longest: longestLookSeconds })
    await workLater(database, payment, later(now, { seconds }))
  }

  return { run, applyResult }
}

/** Identical in every retry: the account system rejects a different request with the same key. */
export function postingOf(payment: Payment, timeZone: string): PaymentToApply {
  const { client, id: paymentId, accountNumber, policyNumber, amount, billNumbers } = payment
  const paidOn = dayAt(paidAt(payment), timeZone).toString()
  const posting = { client, paymentId, accountNumber, policyNumber, amount, paidOn }
  return { ...posting, ...(billNumbers && { billNumbers }) }
}

function requestUnder(statementName: string, payment: Payment): ChargeRequest {
  const { id, amount, productDesc, policyNumber, origin, staffUserid, siteAddress } = payment
  // Staff who pay for a customer cannot confirm the payment for them.
  const canAuthenticate = origin === "payNow" && staffUserid === null
  return {
    key: id,
    reference: payment.methodReference,
    kind: payment.methodKind,
    amount,
    description: `${productDesc} ${policyNumber}`,
    isCustomerPresent: origin === "payNow",
    memo: paymentMemoOf(payment),
    canAuthenticate,
    returnAddress: `${siteAddress}${authenticatedPath}`,
    statementName,
  }
}

function withoutRefunds(
  { status }: Payment,
  told: Omit<Charge, "key" | "amount">,
): Omit<Charge, "key" | "amount"> {
  const isAboutRefund = told.status === "refunded" || told.status === "partlyRefunded"
  const known = isConfirmed(status) ? (status as Charge["status"]) : "accepted"
  return { ...told, status: isAboutRefund ? known : told.status, refundedAmount: 0 }
}

/** Seconds until the next try. */
function waitFor({ tries, origin }: Payment, error?: unknown): number {
  const waits = { first: firstWaitSeconds, longest: longestWaitSeconds[origin] }
  return waitAfterFailure(error, tries, waits)
}
