import { ApiError } from "#contracts/messages.ts"
import type { Queries } from "#database/sql.ts"
import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import { later } from "#platform/time.ts"
import { type TimeLimit, wait, waitAtMost, within } from "#platform/wait-at-most.ts"
import { AccountSystemAway, type Policy } from "#ports/policy-admin/port.ts"
import type { Deps } from "#services/deps.ts"
import { totalDue } from "#services/products/due-status.ts"
import { readAgreed } from "./agreed-reads.ts"
import { createCharging, type RefundReader } from "./charging.ts"
import { typedConfirmationNumber } from "./confirmation-number.ts"
import { noteContradictions } from "./contradictions.ts"
import { type CoverageDates, statedCoverage } from "./coverage.ts"
import { isForgotten, type PaidBill, type PayableBill } from "./payable.ts"
import { checkPayableAmount } from "./payable-amount.ts"
import { lessRecorded, planPayment } from "./payable-bills.ts"
import { alreadyPaidError } from "./payable-presenter.ts"
import type { PaymentEmails } from "./payment-emails.ts"
import type { PaymentListener } from "./payment-listener.ts"
import { auditedPayment } from "./payment-presenter.ts"
import { type PaymentIntent, type PaymentRequest, paymentIdOf } from "./payment-request.ts"
import {
  claimAuthenticating,
  findPayingAccounts,
  findPayment,
  findPaymentByKey,
  findPaymentsByConfirmation,
  findUndecidedPayment,
  insertPayment,
  nameAuthorization,
  type Payment,
} from "./payments.store.ts"
import { findPaymentsWithEvents } from "./payments-with-events.ts"
import { createPostingFailures } from "./posting-failures.ts"
import { ConflictingChange, findStoredSoFar, lockAsRead } from "./product-lock.store.ts"
import { attempts } from "./read-again.ts"
import { readSeconds, replySeconds } from "./reply-time.ts"
import { createGatewayReports } from "./reports.ts"
import { claimSeconds } from "./state-changes.ts"

export type { Payment, PaymentEvent } from "./payments.store.ts"

/** Seconds between a repeated request's checks of a payment that another server is charging. */
const lookEverySeconds = 0.25
/**
 * Seconds that running payments have to finish when the server stops. Another process continues
 * them.
 */
const stopSeconds = 5

/**
 * Every payment goes through `submit`. It is stored before the gateway is called, is charged under
 * one key however often it is tried, and is posted in the account system once:
 * docs/decisions/010-record-payments-before-charging.md.
 */
export function createPaymentProcessing(
  deps: Deps,
  emails: PaymentEmails,
  listener: PaymentListener,
  refunds: RefundReader,
  metrics: PaymentMetrics,
) {
  const { database, clock, audit, brands, brandOf } = deps
  const postingFailures = createPostingFailures(deps, metrics)
  const charging = createCharging(deps, emails, refunds, postingFailures, listener, metrics)
  const running = new Map<string, Running>()

  /**
   * Pays an amount due for one product and returns the payment: `accepted` or a later state,
   * `declined`, or undecided (`submitted`, `unknown`) if the gateway has not answered in time. An
   * undecided payment is resolved in the background. The same key returns the same payment.
   *
   * Errors: `product.gone` if the product does not belong to this customer, `payment.keyReused`,
   * `payment.alreadyOpen`, `payment.nothingDue`, `payment.amountChanged`, `payment.lessThanDue`,
   * `payment.billPaid`, `payment.amountsDiffer`, and errors of `prepare`.
   */
  async function submit(request: PaymentRequest): Promise<Payment> {
    const intent = { ...request, paymentRecordId: request.method.paymentRecordId }
    const time: CustomerTime = customerTime(request.origin)
    const submittedAt = clock.now()
    try {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const known = await repeated(intent, time.reply)
        if (known) return known
        const stored = await store({ ...request, submittedAt }, time.reads).catch(
          async (error: unknown) => {
            // The cause may be this same request, stored or even posted just now.
            if (!(await repeated(intent, time.reply))) throw error
            return undefined
          },
        )
        if (stored) {
          request.onRecorded?.()
          return await charge(stored, time.reply)
        }
      }
      throw new ApiError("payment.alreadyOpen")
    } finally {
      time.end()
    }
  }

  /** The payment with this key. Errors: `payment.keyReused` if its details differ. */
  async function repeated(intent: PaymentIntent, reply?: TimeLimit): Promise<Payment | undefined> {
    const { client, accountNumber, key, policyNumber, amount, paymentRecordId, origin } = intent
    const payment = await findPaymentByKey(database, client, accountNumber, key)
    if (!payment) return undefined
    const isSame =
      payment.policyNumber === policyNumber &&
      payment.amount === amount &&
      payment.methodRecordId === paymentRecordId &&
      payment.origin === origin
    if (!isSame) throw new ApiError("payment.keyReused")
    return await awaited(payment, reply)
  }

  /** Undefined if anything about the product was stored after the balance was read. */
  async function store(request: Submitted, reads?: TimeLimit): Promise<Payment | undefined> {
    const inTime = async <Read>(work: Promise<Read>) =>
      await (reads ? reads.of(work, tooSlow) : work)

    const { client, policyNumber, amount } = request
    const soFar = await findStoredSoFar(database, request)
    if (request.bills && soFar.isChanging) throw new ApiError("autoPay.changed")
    if (await findUndecidedPayment(database, client, policyNumber)) {
      throw new ApiError("payment.alreadyOpen")
    }
    const leavesPaid = soFar.isRecording
    const { policy: read, person, shown } = await inTime(readAgreed(deps, request, leavesPaid))
    const billing = leavesPaid
      ? await lessRecorded(database, request, read.billing, shown)
      : read.billing
    if (leavesPaid && totalDue(billing) === 0) throw new ApiError("payment.alreadyOpen")
    const policy = { ...read, billing }
    checkPayableAmount(request, billing, shown.bills, await brands.todayOf(client))
    const alongside = request.prepare && (await inTime(request.prepare(policy, person)))
    const stored: { id?: string | undefined; paidBefore?: PayableBill[] } = await database
      .transaction(async (tx) => {
        await lockAsRead(tx, request, soFar)
        const payment = { amount, numbers: request.bills?.numbers, leavesPaid }
        const { pays, paidBefore, isHeld } = await planPayment(tx, request, shown, payment)
        if (isHeld) throw new ApiError("autoPay.changed")
        if (paidBefore.length > 0) return { paidBefore }
        const stated = statedCoverage(policy, shown.bills[0]?.coveredUntil)
        const id = await insert(tx, { ...request, pays, stated }, policy, soFar.payments + 1)
        const authorization = id && (await alongside?.(tx, id))
        if (id && authorization) await nameAuthorization(tx, client, id, authorization)
        return { id }
      })
      .catch((error: unknown) => {
        if (error instanceof ConflictingChange) return {}
        throw error
      })
    if (stored.paidBefore) {
      if (!stored.paidBefore.some(isForgotten)) throw new ApiError("payment.alreadyOpen")
      await noteContradictions(deps, metrics, client, stored.paidBefore)
      throw alreadyPaidError(stored.paidBefore, await brandOf(client, request.siteAddress))
    }
    return stored.id === undefined ? undefined : await findPayment(database, client, stored.id)
  }

  async function insert(
    tx: Queries,
    request: Submitted & { pays: PaidBill[]; stated: CoverageDates },
    { productDesc, billing }: Policy,
    number: number,
  ): Promise<string | undefined> {
    const { client, accountNumber, policyNumber, method, amount, origin, siteAddress } = request
    const { by, bills, pays, submittedAt } = request
    const { actor } = by
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
      submittedAt,
      billNumbers: bills ? [...bills.numbers] : pays.map(({ number }) => number),
      pays,
      ...request.stated,
    }
    const claimedUntil = later(clock.now(), { seconds: claimSeconds })
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

  /** Charges the payment, and waits for the result for as long as the customer waits. */
  async function charge(payment: Payment, reply?: TimeLimit): Promise<Payment> {
    begin(payment)
    return await awaited(payment, reply)
  }

  /**
   * Continues the payment in this process. A customer waits for `answer`, which has the address of
   * the bank's page; the posting and the receipt follow in the background. The billing run waits
   * for them.
   */
  function begin(payment: Payment, person?: "here" | "givesUp"): Running {
    const decided = Promise.withResolvers<undefined>()
    const run = charging.run(payment, person, () => decided.resolve(undefined))
    const isByHand = payment.origin === "payNow"
    const begun = { run, answer: isByHand ? Promise.race([run, decided.promise]) : run }
    running.set(payment.id, begun)
    void run.finally(() => {
      if (running.get(payment.id) === begun) running.delete(payment.id)
    })
    return begun
  }

  /**
   * The address of the bank's page, if the gateway requests confirmation while the customer waits.
   */
  async function continued(payment: Payment, person: "here" | "givesUp") {
    let address: string | undefined
    const answer = begin(payment, person).answer.then((told) => {
      address = told
    })
    await within(replySeconds, answer)
    return address
  }

  /**
   * A repeated request waits for the result like the first one, even if another server is handling
   * that.
   */
  async function awaited(payment: Payment, reply?: TimeLimit): Promise<Payment> {
    const { client, id } = payment
    const here = running.get(id)?.answer
    if (!here && !isCharging(payment)) return payment
    const answer = here ?? resultElsewhere(payment)
    await (reply ? reply.until(answer) : within(replySeconds, answer))
    return (await findPayment(database, client, id)) ?? payment
  }

  /**
   * Polls a payment that another server is charging until there is a result, or the time is over.
   */
  async function resultElsewhere({ client, id }: Payment): Promise<void> {
    for (let waited = 0; waited < replySeconds; waited += lookEverySeconds) {
      await wait(lookEverySeconds)
      const now = await findPayment(database, client, id)
      if (!now || !isCharging(now)) return
    }
  }

  const runs = () => [...running.values()].map(({ run }) => run)

  /**
   * The payments of these clients with this confirmation number, in any spelling: at most one per
   * client.
   */
  async function byConfirmationNumber(clients: string[], text: string): Promise<Payment[]> {
    return await findPaymentsByConfirmation(database, clients, typedConfirmationNumber(text))
  }

  return {
    submit,
    repeated,
    ...createGatewayReports(deps, charging, metrics),
    authenticate: createAuthentication(deps, { run: continued }),
    byConfirmationNumber,
    /** The accounts of these clients that have payments and match the text that staff typed. */
    payingAccounts: async (
      clients: string[],
      key: { policyNumber: string } | { accountNumber: string },
    ) => await findPayingAccounts(database, clients, key),
    history: async (client: string, accountNumber: string) =>
      await findPaymentsWithEvents(database, client, accountNumber),
    byKey: async (client: string, accountNumber: string, key: string) =>
      await findPaymentByKey(database, client, accountNumber, key),
    open: async (client: string, policyNumber: string) =>
      await findUndecidedPayment(database, client, policyNumber),
    metrics,
    find: async ({ client, id }: Pick<Payment, "client" | "id">) =>
      await findPayment(database, client, id),
    /** Continues a payment from its current state. Never throws. */
    run: charging.run,
    /** Resolves once no payment of `submit` is being charged in this process. */
    async idle() {
      while (running.size > 0) await Promise.all(runs())
    },
    /** Waits for the payments of `submit`, for at most five seconds. */
    async stop() {
      await within(stopSeconds, Promise.all(runs()))
    },
  }
}

export type PaymentProcessing = ReturnType<typeof createPaymentProcessing>

/** A request with the time of its arrival. */
type Submitted = PaymentRequest & { submittedAt: Date }

/** A payment that this process is handling, and the part that its customer waits for. */
interface Running {
  run: Promise<string | undefined>
  answer: Promise<string | undefined>
}

interface CustomerTime {
  reply?: TimeLimit
  reads?: TimeLimit
  end(): void
}

/**
 * Starts the time limits of a waiting customer: in total, and for the reads before the charge. No
 * one waits for an auto pay charge.
 */
function customerTime(origin: Payment["origin"]): CustomerTime {
  if (origin === "autoPay") return { end() {} }
  const [reply, reads] = [waitAtMost(replySeconds), waitAtMost(readSeconds)]
  return {
    reply,
    reads,
    end() {
      reply.end()
      reads.end()
    },
  }
}

function tooSlow(): AccountSystemAway {
  return new AccountSystemAway("The account system answered too late for a payment.")
}

/** Whether the request that made the payment is still waiting for the gateway's first answer. */
function isCharging({ status, tries, authenticateBy }: Payment): boolean {
  return status === "submitted" && tries === 1 && authenticateBy === null
}

/**
 * Continues payments that wait until the customer has confirmed them with their bank (3-D Secure).
 */
function createAuthentication(
  { database, clock }: Deps,
  { run }: { run(payment: Payment, person: "here" | "givesUp"): Promise<string | undefined> },
) {
  /**
   * Checks with the gateway whether the customer has confirmed the payment, or cancels it. Returns
   * the payment, and the address of the bank's page ("" if confirmation is no longer requested);
   * undefined if the payment does not exist.
   */
  return async function authenticate(
    owner: Pick<Payment, "client" | "accountNumber">,
    key: string,
    isGivenUp: boolean,
  ): Promise<{ payment: Payment; address: string } | undefined> {
    const claimedUntil = later(clock.now(), { seconds: claimSeconds })
    const claimed = await claimAuthenticating(database, owner, key, claimedUntil)
    const address = claimed && (await run(claimed, isGivenUp ? "givesUp" : "here"))
    const payment = await findPaymentByKey(database, owner.client, owner.accountNumber, key)
    return payment && { payment, address: address ?? "" }
  }
}
