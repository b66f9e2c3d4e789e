import { ApiError } from "#contracts/messages.ts"
import type { Queries } from "#database/sql.ts"
import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import { later } from "#platform/time.ts"
import type { Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import type { PaymentEmails } from "../emails/payment-emails.ts"
import { findPaymentsWithEvents } from "../history/payments-with-events.ts"
import { noteContradictions } from "../payable/contradictions.ts"
import type { PaidBill, PayableBill } from "../payable/payable.ts"
import { checkPayableAmount } from "../payable/payable-amount.ts"
import { planPayment, readShownBills } from "../payable/payable-bills.ts"
import { alreadyPaidError } from "../payable/payable-presenter.ts"
import { auditedPayment } from "../payment-presenter.ts"
import { CameBefore, findStoredSoFar, lockAsRead } from "../product-lock.store.ts"
import { attempts } from "../read-again.ts"
import { createRefunds } from "../refunds/refunds.ts"
import { createRefusals } from "../refusals/refusals.ts"
import { createAuthentication } from "./authentication.ts"
import { createCharging } from "./charging.ts"
import { typedConfirmationNumber } from "./confirmation-number.ts"
import { type PaymentIntent, type PaymentRequest, paymentIdOf } from "./payment-request.ts"
import {
  findOpenPayment,
  findPayingAccounts,
  findPayment,
  findPaymentByKey,
  findPaymentsByConfirmation,
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

/**
 * Every payment goes through `submit`. It is stored before the gateway is called, is charged under
 * one key however often it is tried, and is posted in the account system once: docs/decisions/010-record-payments-before-charging.md.
 */
export function createPaymentProcessing(
  deps: Deps,
  emails: PaymentEmails,
  metrics: PaymentMetrics,
) {
  const { database, clock, policyAdmin, audit, brands, brandOf } = deps
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
   * `payment.alreadyOpen`, `payment.nothingDue`, `payment.amountChanged`, `payment.lessThanDue`,
   * `payment.billPaid`, and those of `prepare`.
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
      if (stored) {
        request.onRecorded?.()
        return await charge(stored)
      }
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
    const [{ policy, person }, shown] = await Promise.all([
      readProduct(request),
      readShownBills(policyAdmin, request),
    ])
    checkPayableAmount(request, policy.billing, shown.bills, await brands.todayOf(client))
    const alongside = await request.prepare?.(policy, person)
    const stored: { id?: string | undefined; paidBefore?: PayableBill[] } = await database
      .transaction(async (tx) => {
        await lockAsRead(tx, request, soFar)
        const payment = { amount, numbers: request.bills?.numbers }
        const { pays, paidBefore } = await planPayment(tx, request, shown, payment)
        if (paidBefore.length > 0) return { paidBefore }
        const id = await insert(tx, { ...request, pays }, policy, soFar.payments + 1)
        const authorization = id && (await alongside?.(tx, id))
        if (id && authorization) await nameAuthorization(tx, client, id, authorization)
        return { id }
      })
      .catch((error: unknown) => {
        if (error instanceof CameBefore) return {}
        throw error
      })
    if (stored.paidBefore) {
      await noteContradictions(deps, metrics, client, stored.paidBefore)
      throw alreadyPaidError(stored.paidBefore, await brandOf(client, request.siteAddress))
    }
    return stored.id === undefined ? undefined : await findPayment(database, client, stored.id)
  }

  async function readProduct({ client, accountNumber, policyNumber }: PaymentRequest) {
    const account = await policyAdmin.account(client, accountNumber)
    const policy = account?.products.find((product) => product.policyNumber === policyNumber)
    if (!account || !policy) throw new ApiError("request.notFound")
    return { policy, person: account.person }
  }

  async function insert(
    tx: Queries,
    request: PaymentRequest & { pays: PaidBill[] },
    { productDesc, billing }: Policy,
    number: number,
  ): Promise<string | undefined> {
    const { client, accountNumber, policyNumber, method, amount, origin, siteAddress } = request
    const { by, bills, pays } = request
    const { actor } = by
    const now = clock.now()
    const id = paymentIdOf(request)
    const payment = {
      id,
      client,
      accountNumber,
      policyNumber,
      number,
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
      pays,
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

  /** A repeated request waits for the result as the first one does, also when another server runs that. */
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

  return {
    submit,
    refunds,
    repeated,
    ...createReports(deps, charging, metrics),
    authenticate: createAuthentication(deps, charging),
    byConfirmationNumber,
    /** The accounts of these clients that have payments, by what staff typed. */
    payingAccounts: async (
      clients: string[],
      key: { policyNumber: string } | { accountNumber: string },
    ) => await findPayingAccounts(database, clients, key),
    history: async (client: string, accountNumber: string) =>
      await findPaymentsWithEvents(database, client, accountNumber),
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
