import { usernameOf } from "#contracts/identity/userid.ts"
import { ApiError } from "#contracts/messages.ts"
import { centsOf, decimalOf } from "#contracts/money.ts"
import type { PaymentStanding, PayNowData, payments } from "#contracts/payments/payments.ts"
import type { Database } from "#database/open.ts"
import type { Queries } from "#database/sql.ts"
import type { Clock } from "#platform/clock.ts"
import type { Localize } from "#platform/localize.ts"
import { shownDate, shownDay } from "#platform/text/dates.ts"
import type { Person, Policy, PolicyAdmin } from "#ports/policy-admin/port.ts"
import { auditedBy } from "#services/audit/audit.ts"
import type { CallRequest, CustomerSession, Handlers } from "#services/call-request.ts"
import { holderOf, policyOf } from "#services/products/holder.ts"
import { productOf } from "#services/products/product.ts"
import type { AgreedText, Authorizations } from "../authorizations/authorizations.ts"
import { findChargeable } from "../methods/payment-methods.ts"
import { declineMessage, sayOfPayment } from "../payment-presenter.ts"
import type { Payment } from "../processing/payments.store.ts"
import type { Payments } from "../processing/payments.ts"
import { isUndecided } from "../processing/state-machine.ts"

interface Needs {
  database: Database
  payments: Payments
  authorizations: Authorizations
  policyAdmin: PolicyAdmin
  clock: Clock
  localize: Localize
  /** The client's telephone number, as its texts name it. */
  phoneNumberOf: (client: string) => Promise<string>
  /** Counts a new payment of this account with its transaction, and refuses when there were too many. */
  consume: (tx: Queries, client: string, accountNumber: string) => Promise<void>
}

/** Paying now, by a person or by staff who act for them: the agreement is the person's own. */
export function createPayNow(needs: Needs) {
  const { database, payments: core, authorizations, policyAdmin, clock, localize, consume } = needs

  async function data(
    session: CustomerSession,
    clientName: string,
    policyNumber: string,
  ): Promise<PayNowData> {
    const policy = policyOf(await holderOf(policyAdmin, session, policyNumber), policyNumber)
    if (!policy.active) throw new ApiError("request.notFound")
    const open = await core.open(session.client, policyNumber)
    return {
      activeProducts: [productOf(policy, clock.today())],
      clientName,
      currentDate: shownDate(clock.today().toString()),
      openPayment: open ? openPaymentOf(open) : null,
      messages: [],
    }
  }

  function allow(policy: Policy): void {
    if (!policy.active) throw new ApiError("request.notFound")
    const { submitPayment, payNowLink } = productOf(policy, clock.today()).paymentAction
    if (submitPayment.disable === "N") return
    throw new ApiError("payment.notPossible", { reason: payNowLink.message })
  }

  /** The text that the person has read, filled with what is true now. */
  async function agreedTo(
    { site, session, body }: PayNowRequest,
    method: Chargeable,
    policy: Policy,
    person: Person,
  ): Promise<AgreedText> {
    const { client, userid } = session
    const product = productOf(policy, clock.today())
    const facts = {
      fullName: `${person.firstName} ${person.lastName}`,
      userName: usernameOf(userid),
      clientName: site.clientName,
      tollFree: await needs.phoneNumberOf(client),
      productName: product.productDesc,
      dueDate: product.dueDate,
      frequency: product.currentPaymentFrequecyType,
      oldFrequency: "",
      financialInstitution: method.institution,
      accountNumber: method.lastFour,
      amountDue: body.totalPaymentAmount,
      premium: "",
      billingFee: "",
    }
    const version = body.authorizationVersion
    return await authorizations.agreedText(client, "pay-now", facts, version)
  }

  async function standingOf(payment: Payment): Promise<PaymentStanding> {
    return {
      paymentStatus: payment.status,
      confirmationNumber: payment.confirmationNumber ?? "",
      paymentAmount: decimalOf(payment.amount),
      messages: [await sayOfPayment(localize, payment)],
    }
  }

  /** Whoever takes a reply of success for a payment must be right. */
  async function paid(payment: Payment): Promise<PaymentStanding> {
    if (isUndecided(payment.status)) throw new ApiError("payment.unknown")
    if (payment.status === "declined") throw new ApiError(declineMessage(payment.reason))
    return await standingOf(payment)
  }

  const handlers: Handlers<typeof payments> = {
    async "POST /myaccount-core/payNow/data"({ site, session, body }) {
      return await data(session, site.clientName, body.policyNumber)
    },

    async "POST /myaccount-core/payNow/homePageData"({ site, session, body }) {
      return await data(session, site.clientName, body.policyNumber)
    },

    async "POST /myaccount-core/payNow"(request) {
      const { site, session, body, ip, idempotencyKey } = request
      const { client, accountNumber } = session
      const [detail] = body.paymentDetails
      if (!detail) throw new ApiError("request.notFound")
      await holderOf(policyAdmin, session, body.policyNumber)
      if (detail.paymentAmount !== body.totalPaymentAmount) {
        throw new ApiError("request.invalid", { fields: "paymentDetails.0.paymentAmount" })
      }
      const intent = {
        client,
        accountNumber,
        policyNumber: detail.policyNumber,
        paymentRecordId: detail.paymentMethodRecordId,
        amount: centsOf(body.totalPaymentAmount),
        key: idempotencyKey,
        origin: "payNow",
      } as const
      const before = await core.repeated(intent)
      if (before) return await paid(before)

      const method = await findChargeable(database, session, intent.paymentRecordId, clock.today())
      if (!method) throw new ApiError("request.notFound")
      if (method.isExpired) throw new ApiError("payment.methodExpired", { method: method.label })
      const payment = await core.submit({
        ...intent,
        method,
        by: auditedBy(session, ip),
        siteAddress: site.origin,
        async prepare(policy, person) {
          allow(policy)
          const agreed = await agreedTo(request, method, policy, person)
          const { policyNumber } = intent
          return async (tx, payment) => {
            await consume(tx, client, accountNumber)
            const amount = body.totalPaymentAmount
            const authorised = { payment, amount, method: method.label }
            await authorizations.record(tx, { session, ip, policyNumber, agreed, authorised })
          }
        },
      })
      return await paid(payment)
    },

    async "GET /myaccount-core/payNow"({ session, idempotencyKey }) {
      const payment = await core.byKey(session.client, session.accountNumber, idempotencyKey)
      if (!payment) throw new ApiError("request.notFound")
      return await standingOf(payment)
    },
  }

  return { handlers }
}

type PayNowRequest = CallRequest<(typeof payments)["POST /myaccount-core/payNow"]>
type Chargeable = NonNullable<Awaited<ReturnType<typeof findChargeable>>>

function openPaymentOf(payment: Payment) {
  return {
    idempotencyKey: payment.idempotencyKey,
    paymentAmount: decimalOf(payment.amount),
    submittedDate: shownDay(payment.submittedAt),
  }
}
