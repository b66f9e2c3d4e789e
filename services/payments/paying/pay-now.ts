import { ApiError } from "#contracts/messages.ts"
import { centsOf } from "#contracts/money.ts"
import { payNowFacts } from "#contracts/payments/authorization-facts.ts"
import type { PaymentReply, PayNowData, payNow } from "#contracts/payments/pay-now.ts"
import { isYes } from "#platform/text/yes-no.ts"
import type { Person, Policy } from "#ports/policy-admin/port.ts"
import { auditedBy } from "#services/audit/audit.ts"
import type { CallRequest, CustomerSession, Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { payNowBlock } from "#services/products/allowed-actions.ts"
import { blockedText } from "#services/products/blocked-presenter.ts"
import { type FindProductNotices, withoutRecorded } from "#services/products/product-presenter.ts"
import { checkHeld, policyOf, sessionAccount } from "#services/products/session-account.ts"
import { findChargeable } from "../methods/chargeable-method.ts"
import { depositsText } from "../methods/payment-method-presenter.ts"
import type { Renewals } from "../methods/renewals.ts"
import { authorizedProductOf } from "./authorization-presenter.ts"
import type { AgreedText, Authorizations } from "./authorizations.ts"
import { coverageAfter } from "./coverage-presenter.ts"
import { authorisedPayment, paymentReplyOf, payNowDataOf } from "./pay-now-presenter.ts"
import { cancelMessage, declineMessage, undecidedMessage, whyText } from "./payment-presenter.ts"
import type { PaymentProcessing } from "./payment-processing.ts"
import type { Payment } from "./payments.store.ts"
import { isUndecided } from "./state-machine.ts"

/** Rate limit for new payments of one account. */
const payRateLimit = { calls: 30, minutes: 10 }

/** Payments by customers, or by staff who act for them with the customer's consent. */
export function createPayNow(
  deps: Deps,
  payments: PaymentProcessing,
  authorizations: Authorizations,
  noticesOf: FindProductNotices,
  renew: Renewals,
) {
  const { policyAdmin, brands, localize, rateLimits } = deps

  async function data({ site, session, body }: DataRequest): Promise<PayNowData> {
    const { policyNumber } = body
    const [account, open] = await Promise.all([
      sessionAccount(policyAdmin, session, policyNumber),
      payments.open(session.client, policyNumber),
    ])
    const policy = policyOf(account, policyNumber)
    if (!policy.active) throw new ApiError("payment.productEnded")
    const today = await brands.todayOf(session.client)
    const timeZone = await brands.timeZoneOf(session.client)
    const notices = await noticesOf(session, [policy], today)
    const [shown = policy] = withoutRecorded([policy], notices)
    const reader = await authorizations.readerOf(site, session, account.person)
    return payNowDataOf(shown, open, { reader, timeZone, today, notices })
  }

  async function checkPayable(session: CustomerSession, policy: Policy): Promise<void> {
    if (!policy.active) throw new ApiError("payment.productEnded")
    const today = await brands.todayOf(session.client)
    const notices = await noticesOf(session, [policy], today)
    const block = payNowBlock(policy.billing, today, notices.get(policy.policyNumber)?.state)
    if (block) throw new ApiError("payment.notPossible", { reason: blockedText(block) })
  }

  /** The text that the person read, with today's facts. */
  async function agreedText(
    { site, session, body }: PayNowRequest,
    method: Chargeable,
    policy: Policy,
    person: Person,
  ): Promise<AgreedText> {
    const reader = await authorizations.readerOf(site, session, person)
    const today = await brands.todayOf(session.client)
    const amount = centsOf(body.totalPaymentAmount)
    const facts = payNowFacts(authorizedProductOf(policy, today), method, amount, reader)
    const version = body.authorizationVersion
    return await authorizations.agreedText(session.client, "pay-now", facts, version)
  }

  /**
   * A payment that is not accepted is an error: a success reply must mean that the bill was paid.
   */
  async function paid(payment: Payment): Promise<PaymentReply> {
    if (isUndecided(payment.status)) throw new ApiError(undecidedMessage(payment))
    if (payment.status === "declined") throw new ApiError(declineMessage(payment.reason))
    if (payment.status === "canceled") throw new ApiError(cancelMessage(payment.reason))
    return await paymentReplyOf(localize, payment)
  }

  const handlers: Handlers<typeof payNow> = {
    "POST /myaccount-core/payNow/data": data,

    "POST /myaccount-core/payNow/homePageData": data,

    async "POST /myaccount-core/payNow"(request) {
      const { site, session, body, ip, idempotencyKey } = request
      const { client, accountNumber } = session
      const [detail] = body.paymentDetails
      if (!detail) throw new ApiError("request.notFound")
      const amount = centsOf(body.totalPaymentAmount)
      if (centsOf(detail.paymentAmount) !== amount) {
        throw new ApiError("request.invalid", { fields: "paymentDetails.0.paymentAmount" })
      }
      const intent = {
        client,
        accountNumber,
        policyNumber: detail.policyNumber,
        paymentRecordId: detail.paymentMethodRecordId,
        amount,
        key: idempotencyKey,
        origin: "payNow",
      } as const
      const before = await payments.repeated(intent)
      if (before) return await paid(before)
      // After it, a completed payment is reported as completed even while the account system is
      // unavailable. `submit` checks the product of the payment itself, and reads at the same time
      // as this.
      const held =
        body.policyNumber === intent.policyNumber
          ? Promise.resolve()
          : checkHeld(policyAdmin, session, body.policyNumber)
      held.catch(() => {})

      const today = await brands.todayOf(client)
      const method = await findChargeable(deps, session, intent.paymentRecordId, today)
      if (!method) throw new ApiError("request.notFound")
      if (method.isExpired) throw new ApiError("payment.methodExpired", { method: method.label })
      if (method.isUnverified) {
        const deposits = depositsText(method.deposits)
        throw new ApiError("payment.methodUnverified", { method: method.label, deposits })
      }
      if (method.blockedReason !== "") {
        const why = await whyText(localize, { client, reason: method.blockedReason })
        throw new ApiError("payment.methodBlocked", { method: method.label, why })
      }
      const payment = await payments.submit({
        ...intent,
        method,
        by: auditedBy(session, ip),
        siteAddress: site.origin,
        async prepare(policy, person) {
          await held
          await checkPayable(session, policy)
          const agreed = await agreedText(request, method, policy, person)
          await renew(request, method.paymentRecordId, "payment")
          const { policyNumber } = intent
          return async (tx, payment) => {
            await rateLimits.consume(`payment of ${client} ${accountNumber}`, payRateLimit, tx)
            const authorised = authorisedPayment(payment, amount, method.label, policy, today)
            return await authorizations.record(tx, {
              session,
              ip,
              policyNumber,
              agreed,
              authorised,
            })
          }
        },
      })
      return await paid(payment)
    },

    async "GET /myaccount-core/payNow"({ session, idempotencyKey }) {
      const payment = await payments.byKey(session.client, session.accountNumber, idempotencyKey)
      if (!payment) throw new ApiError("request.notFound")
      const today = await brands.todayOf(session.client)
      const coverage = await coverageAfter(deps, payment, today)
      return { ...(await paymentReplyOf(localize, payment)), ...(coverage && { coverage }) }
    },

    async "POST /myaccount-core/payNow/authentication"({ session, body, idempotencyKey }) {
      const asked = await payments.authenticate(session, idempotencyKey, isYes(body.isGivenUp))
      if (!asked) throw new ApiError("request.notFound")
      const reply = await paymentReplyOf(localize, asked.payment)
      return { ...reply, authenticateAt: asked.address }
    },
  }

  return { handlers }
}

type PayNowRequest = CallRequest<(typeof payNow)["POST /myaccount-core/payNow"]>
type DataRequest = CallRequest<(typeof payNow)["POST /myaccount-core/payNow/data"]>
type Chargeable = NonNullable<Awaited<ReturnType<typeof findChargeable>>>
