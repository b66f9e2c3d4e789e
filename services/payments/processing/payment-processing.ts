import { ApiError } from "#contracts/messages.ts"
import type { Queries } from "#database/sql.ts"
import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import { later } from "#platform/time.ts"
import type { Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { payableInAnyState } from "#services/products/due-status.ts"
import type { PaymentEmails } from "../emails/payment-emails.ts"
import { checkPayableAmount } from "../payable-amount.ts"
import { auditedPayment } from "../payment-presenter.ts"
import { CameBefore, findStoredSoFar, lockAsRead, type StoredSoFar } from "../product-lock.store.ts"
import { attempts } from "../read-again.ts"
import { createRefunds } from "../refunds/refunds.ts"
import { createRefusals } from "../refusals/refusals.ts"
import { createAuthentication } from "./authentication.ts"
import { createCharging } from "./charging.ts"
import { typedConfirmationNumber } from "./confirmation-number.ts"
import { findPaymentEvents, type PaymentEvent } from "./payment-events.store.ts"
import { type PaymentIntent, type PaymentRequest, paymentIdOf } from "./payment-request.ts"
import {
  findOpenPayment,
  findPayment,
  findPaymentByKey,
  findPaymentsByConfirmation,
  findPaymentsOfAccount,
  insertPayment,
  nameAuthorization,
  type Payment,
} from "./payments.store.ts"
import { replySeconds } from "./reply-time.ts"
import { createReports } from "./reports.ts"
import { claimSeconds } from "./state-changes.ts"
import { wait, within } from "./within.ts"

export type { PaymentEvent } from "./payment-events.store.ts"
export type { Payment } from "./payments.store.ts"

/** How often a repeated request looks at a payment that another server charges. */
const lookEverySeconds = 0.25
/** When the server stops, running payments have this long to finish. Another process continues. */
const stopSeconds = 5
/** The history shows this many payments: those of several years. */
const historyLength = 200

/**
 * Every payment goes through `submit`. It is stored before the gateway is called, is charged under
 * one key however often it is tried, and is posted in the account system once: docs/decisions/010-record-payments-before-charging.md.
 */
export function createPaymentProcessing(
  deps: Deps,
  emails: PaymentEmails,
  metrics: PaymentMetrics,
) {
  const { database, clock, policyAdmin, audit, brands } = deps
  const refusals = createRefusals(deps, metrics)
  const refunds = createRefunds(deps, refusals)
  const charging = createCharging(deps, emails, refunds, refusals, metrics)
  const running = new Map<string, Promise<unknown>>()

  /**
   * Pays an amount due for one product and returns the payment: `accepted` or beyond, `declined`,
   * or undecided (`submitted`, `unknown`) when the gateway has not answered in time. An undecided
   * payment is resolved in the background. The same key returns the same payment.
   *
   * Errors: `request.notFound` when the product is not this customer's, `payment.keyReused`,
   * `payment.alreadyOpen`, `payment.nothingDue`, `payment.amountChanged`, `payment.lessThanDue`, and
   * those of `prepare`.
   */
  async function submit(request: PaymentRequest): Promise<Payment> {
    const intent = { ...request, paymentRecordId: request.method.paymentRecordId }
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const known = await repeated(intent)
      if (known) return known
      const stored = await store(request).catch(async (error: unknown) => {
        // The cause may be this same request, stored or even posted a moment ago.
        if (!(await repeated(intent))) throw error
        return undefined
      })
      if (stored) return await charge(stored)
    }
    throw new ApiError("payment.alreadyOpen")
  }

  /** The payment with this key. Errors: `payment.keyReused` when its details differ. */
  async function repeated(intent: PaymentIntent): Promise<Payment | undefined> {
    const { client, accountNumber, key, policyNumber, amount, paymentRecordId, origin } = intent
    const payment = await findPaymentByKey(database, client, accountNumber, key)
    if (!payment) return undefined
    const isSame =
      payment.policyNumber === policyNumber &&
      payment.amount === amount &&
      payment.methodRecordId === paymentRecordId &&
      payment.origin === origin
    if (!isSame) throw new ApiError("payment.keyReused")
    return await awaited(payment)
  }

  /** Undefined when something of the product was stored after the balance was read. */
  async function store(request: PaymentRequest): Promise<Payment | undefined> {
    const { client, policyNumber, amount } = request
    const soFar = await findStoredSoFar(database, request)
    if (request.bills && soFar.isChanging) throw new ApiError("autoPay.changed")
    if (await findOpenPayment(database, client, policyNumber)) {
      throw new ApiError("payment.alreadyOpen")
    }
    const { policy, person } = await payable(request)
    checkPayableAmount(amount, await payableFor(request, policy))
    const alongside = await request.prepare?.(policy, person)
    const id = await database
      .transaction(async (tx) => {
        const recorded = await insert(tx, request, policy, soFar)
        const authorization = recorded && (await alongside?.(tx, recorded))
        if (recorded && authorization) await nameAuthorization(tx, client, recorded, authorization)
        return recorded
      })
      .catch((error: unknown) => {
        if (error instanceof CameBefore) return undefined
        throw error
      })
    return id === undefined ? undefined : await findPayment(database, client, id)
  }

  /** The possible amounts of this payment, in cents: without bills, what the person can pay now. */
  async function payableFor(request: PaymentRequest, policy: Policy): Promise<number[]> {
    const { client, accountNumber, policyNumber, bills } = request
    if (!bills) return payableInAnyState(policy.billing, await brands.todayOf(client))
    const open = await policyAdmin.openBills(client, accountNumber, policyNumber)
    const charged = open.filter(({ number }) => bills.numbers.includes(number))
    const owed = charged.reduce((sum, bill) => sum + bill.owed, 0)
    return [Math.min(owed, bills.announced)]
  }

  async function payable(request: PaymentRequest) {
    const { client, accountNumber, policyNumber } = request
    const account = await policyAdmin.account(client, accountNumber)
    const policy = account?.products.find((product) => product.policyNumber === policyNumber)
    if (!account || !policy) throw new ApiError("request.notFound")
    return { policy, person: account.person }
  }

  async function insert(
    tx: Queries,
    request: PaymentRequest,
    { productDesc, billing }: Policy,
    soFar: StoredSoFar,
  ): Promise<string | undefined> {
    await lockAsRead(tx, request, soFar)
    const { client, accountNumber, policyNumber, method, amount, origin, siteAddress } = request
    const { by, bills } = request
    const { actor } = by
    const now = clock.now()
    const id = paymentIdOf(request)
    const payment = {
      id,
      client,
      accountNumber,
      policyNumber,
      number: soFar.payments + 1,
      idempotencyKey: request.key,
      origin,
      amount,
      dueDate: billing.dueDate,
      productDesc,
      gateway: method.gateway,
      methodReference: method.reference,
      methodRecordId: method.paymentRecordId,
      methodKind: method.kind,
      methodLabel: method.label,
      methodLastFour: method.lastFour,
      siteAddress,
      staffUserid: actor.kind === "staff" ? actor.userid : null,
      submittedAt: now,
      billNumbers: bills ? [...bills.numbers] : null,
    }
    const claimedUntil = later(now, { seconds: claimSeconds })
    if (!(await insertPayment(tx, payment, claimedUntil, bills?.dueDates))) return undefined
    await audit.record(tx, {
      ...by,
      client,
      accountNumber,
      action: "payment.submit",
      after: auditedPayment(payment, { method: method.label, origin }),
    })
    return id
  }

  /** Charges the payment, and waits for the result as long as the customer does. */
  async function charge(payment: Payment): Promise<Payment> {
    const run = charging.run(payment).finally(() => running.delete(payment.id))
    running.set(payment.id, run)
    return await awaited(payment)
  }

  /** A repeated request waits for the result as the first one does, whichever server runs that. */
  async function awaited(payment: Payment): Promise<Payment> {
    const { client, id } = payment
    const run = running.get(id)
    if (run !== undefined) await within(replySeconds, run)
    else if (isCharging(payment)) await resultElsewhere(payment)
    else return payment
    return (await findPayment(database, client, id)) ?? payment
  }

  /** Looks at a payment that another server is charging until it has the result, or the time is over. */
  async function resultElsewhere({ client, id }: Payment): Promise<void> {
    for (let waited = 0; waited < replySeconds; waited += lookEverySeconds) {
      await wait(lookEverySeconds)
      const now = await findPayment(database, client, id)
      if (!now || !isCharging(now)) return
    }
  }

  /** The payments of these clients with this confirmation number, in any spelling: one each. */
  async function byConfirmationNumber(clients: string[], text: string): Promise<Payment[]> {
    return await findPaymentsByConfirmation(database, clients, typedConfirmationNumber(text))
  }

  /** The payments of an account with their events, newest first. */
  async function history(client: string, accountNumber: string): Promise<PaymentWithEvents[]> {
    const payments = await findPaymentsOfAccount(database, client, accountNumber, historyLength)
    if (payments.length === 0) return []
    const ids = payments.map(({ id }) => id)
    const events = await findPaymentEvents(database, client, ids)
    const byPayment = Map.groupBy(events, ({ paymentId }) => paymentId)
    return payments.map((payment) => ({ payment, events: byPayment.get(payment.id) ?? [] }))
  }

  return {
    submit,
    refunds,
    repeated,
    ...createReports(deps, charging, metrics),
    authenticate: createAuthentication(deps, charging),
    byConfirmationNumber,
    history,
    byKey: async (client: string, accountNumber: string, key: string) =>
      await findPaymentByKey(database, client, accountNumber, key),
    open: async (client: string, policyNumber: string) =>
      await findOpenPayment(database, client, policyNumber),
    metrics,
    find: async ({ client, id }: Pick<Payment, "client" | "id">) =>
      await findPayment(database, client, id),
    /** Continues with a payment from its current state. Never throws. */
    run: charging.run,
    /** Resolves when no payment of `submit` is being charged in this process. */
    async idle() {
      while (running.size > 0) await Promise.all(running.values())
    },
    /** Waits for the payments of `submit`, but not longer than five seconds. */
    async stop() {
      await within(stopSeconds, Promise.all(running.values()))
    },
  }
}

export type PaymentProcessing = ReturnType<typeof createPaymentProcessing>

/** Whether the request that made the payment still waits for the gateway's first answer. */
function isCharging({ status, tries, authenticateBy }: Payment): boolean {
  return status === "submitted" && tries === 1 && authenticateBy === null
}

interface PaymentWithEvents {
  payment: Payment
  events: PaymentEvent[]
}
