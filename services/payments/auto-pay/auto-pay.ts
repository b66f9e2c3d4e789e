import { ApiError } from "#contracts/messages.ts"
import { centsOf } from "#contracts/money.ts"
import { changeFacts } from "#contracts/payments/authorization-facts.ts"
import { changeKind } from "#contracts/payments/authorization-rules.ts"
import type { autoPay } from "#contracts/payments/auto-pay.ts"
import type { AutoPayOutcome } from "#contracts/payments/auto-pay-rules.ts"
import type { ChargeQuote } from "#contracts/payments/payment-center.ts"
import type { Queries } from "#database/sql.ts"
import type { Account, NextCharge } from "#ports/policy-admin/port.ts"
import type { CallRequest, Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import {
  type FindProductNotices,
  productOf,
  withoutRecorded,
} from "#services/products/product-presenter.ts"
import { policyOf, sessionAccount } from "#services/products/session-account.ts"
import { blockOf } from "../methods/moved-methods.ts"
import { authorizedInstitutionOf, methodHeader } from "../methods/payment-method-presenter.ts"
import { findMethods, holdMethod, type PaymentMethodRow } from "../methods/payment-methods.store.ts"
import type { Renewals } from "../methods/renewals.ts"
import { authorizedProductOf } from "../paying/authorization-presenter.ts"
import type { AgreedText, Authorizations } from "../paying/authorizations.ts"
import { whyText } from "../paying/payment-presenter.ts"
import type { PaymentProcessing } from "../paying/payment-processing.ts"
import {
  ConflictingChange,
  findStoredSoFar,
  lockAsRead,
  type StoredSoFar,
} from "../paying/product-lock.store.ts"
import { attempts } from "../paying/read-again.ts"
import { recordAgreement } from "./agreements.ts"
import { findChangeState, insertChange } from "./auto-pay.store.ts"
import { auditedChoice, changeEvidenceOf, changeMessagesOf } from "./auto-pay-change-presenter.ts"
import {
  type AutoPayChangeRequest,
  changeRequestOf,
  checkChangeRequest,
  isPaidAs,
  isPlainRemoval,
  removalOfNow,
} from "./auto-pay-change-request.ts"
import type { AutoPayChanges } from "./auto-pay-changes.ts"
import { coverSuspensions } from "./auto-pay-suspensions.store.ts"
import { changeQuoteOf } from "./charge-quote-presenter.ts"
import { afterStored } from "./stored-change.ts"

type Call = CallRequest<(typeof autoPay)["PUT /myaccount-core/paymentFrequency"]>

/** The next charge after a change, as shown to the person. */
interface Plan {
  quote: ChargeQuote
  next: NextCharge | undefined
  today: Temporal.PlainDate
  soFar: StoredSoFar
}

/** Changes the payment method and the frequency of a product. */
export function createAutoPay(
  deps: Deps,
  payments: PaymentProcessing,
  authorizations: Authorizations,
  changes: AutoPayChanges,
  { noticesOf, renew }: { noticesOf: FindProductNotices; renew: Renewals },
) {
  const { database, clock, policyAdmin, brands, localize } = deps

  const handlers: Handlers<Pick<typeof autoPay, "PUT /myaccount-core/paymentFrequency">> = {
    async "PUT /myaccount-core/paymentFrequency"(call) {
      const { client } = call.session
      const [{ policyNumber }] = call.body.paymentDetails
      const product = { ...call.session, policyNumber }
      // The same request on another server may end the suspension in the meantime.
      let wasSuspended = false
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const soFar = await findStoredSoFar(database, product)
        const today = await brands.todayOf(client)
        const read = await readProduct(call, today)
        const state = read.notices.get(policyNumber)?.state
        wasSuspended ||= state === "suspended"
        const changeRequest = await changeRequestIn(call, read.account, wasSuspended)
        const plan = await planOf(call, changeRequest, today, soFar)
        const mayWait = isPlainRemoval(changeRequest)
        if (soFar.isChanging) {
          const result = await changes.finish(client, policyNumber)
          if (result !== "away") continue
          if (!mayWait) throw new ApiError("autoPay.earlierPending")
        }
        // The change was made earlier and its reply was lost.
        if (state !== "suspended" && isPaidAs(changeRequest.policy.billing, changeRequest.wanted)) {
          return await replyTo(call, changeRequest, plan, read)
        }
        checkChangeRequest(changeRequest, plan.quote, today, state)
        await checkNotBlocked(client, changeRequest.method)
        const authorizationId = await make(call, read.account, changeRequest, plan)
        if (authorizationId === undefined) continue
        // A stored change is not made again: each one is an authorization, and the person gave one.
        const result = await findChangeState(database, client, authorizationId)
        if (result !== "made") throw new ApiError("autoPay.changed")
        const after = await afterStored(readProduct(call, today))
        return await replyTo(call, changeRequest, plan, after)
      }
      throw new ApiError("autoPay.changed")
    },
  }

  type Read = Awaited<ReturnType<typeof readProduct>>

  async function readProduct({ session, body }: Call, today: Temporal.PlainDate) {
    const account = await sessionAccount(policyAdmin, session, body.policyNumber)
    const active = account.products.filter((product) => product.active)
    const notices = await noticesOf(session, active, today)
    const products = withoutRecorded(account.products, notices)
    return { account: { ...account, products }, active, notices }
  }

  async function changeRequestIn(
    { session, body }: Call,
    account: Account,
    isSuspended: boolean,
  ): Promise<AutoPayChangeRequest> {
    const [detail] = body.paymentDetails
    const policy = policyOf(account, detail.policyNumber)
    const methods = await findMethods(database, session.client, session.accountNumber)
    const asked = changeRequestOf(body, policy, methods, isSuspended)
    // Auto pay of a lapsed product can be ended; nothing else about it can be changed.
    if (!policy.active && !isPlainRemoval(asked)) throw new ApiError("autoPay.productEnded")
    return isPlainRemoval(asked) ? removalOfNow(asked) : asked
  }

  /** Confirms the change in the words of the agreement, with the current products. */
  async function replyTo(
    { session }: Call,
    changeRequest: AutoPayChangeRequest,
    { quote, today }: Plan,
    { active, notices }: Read,
  ) {
    const messages = changeMessagesOf(changeRequest, quote, today)
    return {
      messages: await Promise.all(messages.map((one) => localize(session.client, ...one))),
      activeProducts: withoutRecorded(active, notices).map((policy) =>
        productOf(policy, today, notices),
      ),
    }
  }

  /** The next charge after the change. */
  async function planOf(
    { session }: Call,
    { policy, wanted, method }: AutoPayChangeRequest,
    today: Temporal.PlainDate,
    soFar: StoredSoFar,
  ): Promise<Plan> {
    const chosen = { ...wanted, paymentMethodLabel: method ? methodHeader(method) : "" }
    return {
      ...(await changeQuoteOf(deps, session, policy, today, chosen)),
      today,
      soFar,
    }
  }

  /**
   * Stores the change and completes the open change. Returns the authorization of the change;
   * undefined if another change or payment of the product came first.
   */
  async function make(
    call: Call,
    account: Account,
    changeRequest: AutoPayChangeRequest,
    plan: Plan,
  ): Promise<string | undefined> {
    const { client } = call.session
    const { policyNumber } = changeRequest.policy
    const isPossible = isPlainRemoval(changeRequest) || !(await payments.open(client, policyNumber))
    if (!isPossible) throw new ApiError("autoPay.paymentOpen")
    const agreed = await agreedText(call, account, changeRequest, plan.quote)
    if (changeRequest.method) await renew(call, changeRequest.method.recordId, "autoPay")
    const stored = await database
      .transaction((tx) => record(tx, call, changeRequest, plan, agreed))
      .catch(whatCameBefore)
    if (stored === "payment" || stored === "correction") return undefined
    const finished = await changes.finish(client, policyNumber)
    const isStored = stored !== "change"
    if (finished === "refused" && isStored) throw new ApiError("accountSystem.refused")
    if (finished !== "away") return isStored ? stored.authorizationId : undefined
    // A request to end auto pay that is not the next change waits already.
    const isSaved = isStored || isPlainRemoval(changeRequest)
    throw new ApiError(isSaved ? "autoPay.pending" : "autoPay.earlierPending")
  }

  async function checkNotBlocked(client: string, method: PaymentMethodRow | undefined) {
    if (!method) return
    const reason = await blockOf(deps, method)
    if (reason === "") return
    const why = await whyText(localize, { client, reason })
    throw new ApiError("autoPay.methodBlocked", { method: methodHeader(method), why })
  }

  async function agreedText(
    { site, session, body }: Call,
    account: Account,
    changeRequest: AutoPayChangeRequest,
    quote: ChargeQuote,
  ) {
    const { client } = session
    const { policy, wanted, method } = changeRequest
    const reader = await authorizations.readerOf(site, session, account.person)
    const paidFrom = method && {
      institution: authorizedInstitutionOf(method),
      lastFour: method.lastFour,
    }
    const today = await brands.todayOf(client)
    const facts = changeFacts(authorizedProductOf(policy, today), wanted, paidFrom, quote, reader)
    const outcome = changeRequest.outcome as Exclude<AutoPayOutcome, "none">
    const kind = changeKind(outcome, centsOf(quote.later.adminFee))
    return await authorizations.agreedText(client, kind, facts, body.authorizationVersion)
  }

  async function record(
    tx: Queries,
    { site, session, ip }: Call,
    changeRequest: AutoPayChangeRequest,
    { quote, next, today, soFar }: Plan,
    agreed: AgreedText,
  ): Promise<{ authorizationId: string }> {
    const { policy, seen, wanted, method } = changeRequest
    const { client, accountNumber } = session
    const { policyNumber, billing } = policy
    const paymentMethodLabel = method ? methodHeader(method) : ""
    const authorised = { ...changeEvidenceOf(changeRequest, quote) }
    const entry = { session, ip, policyNumber, agreed, authorised }
    const isThere = !method || (await holdMethod(tx, client, accountNumber, method.recordId))
    if (!isThere) throw new ApiError("autoPay.changed")
    const change = {
      authorizationId: await authorizations.record(tx, entry),
      client,
      accountNumber,
      policyNumber,
      seen,
      wanted: { ...wanted, paymentMethodLabel },
      before: auditedChoice(policy, seen, billing.paymentMethodLabel),
      after: auditedChoice(policy, wanted, paymentMethodLabel),
      siteAddress: site.origin,
    }
    await lockAsRead(tx, change, soFar)
    if (!(await insertChange(tx, change, clock.now()))) throw new ConflictingChange("change")
    if (method) await coverSuspensions(tx, { ...change, methodRecordId: method.recordId })
    if (method && next) {
      const { productDesc } = policy
      const agreement = { ...change, productDesc, next, methodRecordId: method.recordId, today }
      await recordAgreement(tx, agreement, clock.now())
    }
    return change
  }

  return { handlers }
}

function whatCameBefore(error: unknown): ConflictingChange["first"] {
  if (error instanceof ConflictingChange) return error.first
  throw error
}
