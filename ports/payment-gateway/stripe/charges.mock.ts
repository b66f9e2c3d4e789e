import type Stripe from "stripe"
import { askToConfirm, cardError, type IssuerDecline, type MockMethods } from "./methods.mock.ts"
import { wholeRefund } from "./money.mock.ts"
import { chargeOf, disputeOf, fraudWarningOf, intentOf, outcomeOf } from "./objects.mock.ts"
import { accounts, cards, failingAccounts } from "./rules.mock.ts"
import {
  type Answer,
  found,
  isExpanded,
  latestOf,
  type MockMethod,
  type MockStore,
  missing,
  ok,
  type Parameters,
  pageOf,
  refused,
  within,
} from "./stripe-store.mock.ts"

/** Stripe's answers about payments, their charges, disputes and refunds. */
export function createMockCharges(store: MockStore, kept: MockMethods) {
  const { customers, methods, intents, disputes, refunds, money, nextId, follow, emit } = store
  let nextDecline: IssuerDecline | undefined

  function addCharge(
    intent: Stripe.PaymentIntent,
    type: string,
    status: Stripe.Charge["status"],
    outcome = outcomeOf("authorized", "approved_by_network"),
  ): void {
    const charge = chargeOf(nextId("ch"), intent, type, status === "succeeded")
    charge.status = status
    charge.outcome = outcome
    intent.latest_charge = charge
    if (status === "failed") return
    const isDebit = status === "pending"
    const fee = isDebit ? charge.amount * 0.008 : charge.amount * 0.029 + 30
    const booked = money.add(isDebit ? "payment" : "charge", charge.amount, Math.round(fee), charge)
    charge.balance_transaction = booked.id
    if (!isDebit) return
    follow("submittedDebit")
    booked.status = "pending"
  }

  function fail(
    intent: Stripe.PaymentIntent,
    error: Omit<Stripe.PaymentIntent.LastPaymentError, "type">,
    type: Stripe.PaymentIntent.LastPaymentError.Type = "card_error",
  ): void {
    intent.status = "requires_payment_method"
    intent.last_payment_error = { type, ...error }
    emit("payment_intent.payment_failed", shown(intent))
  }

  /** Without expansion, a payment names its charge by id. */
  function shown(intent: Stripe.PaymentIntent, given: Parameters = {}, prefix = ""): object {
    const copy = structuredClone(intent)
    const { latest_charge: charge } = copy
    if (isExpanded(given, `${prefix}latest_charge`) || typeof charge !== "object") return copy
    follow("chargeById")
    return { ...copy, latest_charge: charge?.id ?? null }
  }

  function blocked(intent: Stripe.PaymentIntent, code: string): Answer {
    const outcome = outcomeOf("blocked", "not_sent_to_network", "highest_risk_level")
    addCharge(intent, "us_bank_account", "failed", outcome)
    fail(intent, { code }, "invalid_request_error")
    const error = { type: "invalid_request_error", code, payment_intent: shown(intent) }
    return { status: 402, content: { error } }
  }

  function debit(intent: Stripe.PaymentIntent, { method, number }: MockMethod): Answer {
    if (!kept.hasMandate(method.id)) {
      follow("endedMandate")
      intent.status = "requires_confirmation"
      const message =
        "This PaymentIntent requires a mandate, but no existing mandate was found. Collect mandate acceptance from the customer and try again, providing acceptance data in the mandate_data parameter."
      const error = { type: "invalid_request_error", message, payment_intent: shown(intent) }
      return { status: 400, content: { error } }
    }
    if (method.us_bank_account?.status_details?.blocked) {
      follow("blockedAccount")
      return blocked(intent, "bank_account_unusable")
    }
    if (number === accounts.radar) {
      follow("accountNumbers")
      return blocked(intent, "payment_intent_payment_attempt_failed")
    }
    if (number === accounts.weeklyLimit) {
      follow("weeklyLimit")
      const code = "charge_exceeds_source_limit"
      fail(intent, { code }, "invalid_request_error")
      return { status: 400, content: { error: { ...intent.last_payment_error, message: code } } }
    }
    addCharge(intent, "us_bank_account", "pending")
    intent.status = "processing"
    return ok(intent)
  }

  function declineCard(intent: Stripe.PaymentIntent, decline: IssuerDecline): Answer {
    const isRadar = decline.decline_code === "fraudulent"
    const outcome = isRadar
      ? outcomeOf("blocked", "not_sent_to_network", "highest_risk_level")
      : outcomeOf("issuer_declined", "declined_by_network")
    addCharge(intent, "card", "failed", outcome)
    fail(intent, { code: "card_declined", ...decline })
    return cardError(decline, { payment_intent: shown(intent) })
  }

  function chargeCard(intent: Stripe.PaymentIntent, number: string, given: Parameters): Answer {
    if (number === cards.asksEachTime) {
      follow("cardNumbers")
      if (given.error_on_requires_action !== "true") {
        askToConfirm(intent, given)
        return ok(intent)
      }
      follow("failsWithoutCustomer")
      fail(intent, { code: "authentication_required", decline_code: "authentication_required" })
      const named = { code: "authentication_required", payment_intent: shown(intent) }
      return cardError("authentication_required", named)
    }
    const decline = nextDecline
    nextDecline = undefined
    if (decline) {
      follow("declines")
      return declineCard(intent, decline)
    }
    if (number === cards.radar) {
      follow("radar")
      return declineCard(intent, { decline_code: "fraudulent" })
    }
    if (number === cards.declined) {
      follow("cardNumbers")
      return declineCard(intent, { decline_code: "generic_decline" })
    }
    addCharge(intent, "card", "succeeded")
    intent.status = "succeeded"
    emit("payment_intent.succeeded", shown(intent))
    if (number === cards.suspected) {
      follow("fraudWarning")
      const warning = fraudWarningOf(nextId("issfr"), latestOf(intent))
      emit("radar.early_fraud_warning.created", warning)
    }
    return ok(intent)
  }

  function confirmed(given: Parameters): Answer {
    const id = String(given.payment_method)
    const method = methods.get(id)
    if (!method) return missing("payment_method")
    const problem = kept.confirmProblem(given, method.method.type)
    if (problem) return problem
    if (method.wasDetached) return kept.detachedProblem()
    if (method.method.customer !== given.customer) {
      follow("customerOwns")
      return missing("payment_method")
    }
    const intent = intentOf(nextId("pi"), given)
    intents.set(intent.id, intent)
    const answer =
      method.method.type === "card"
        ? chargeCard(intent, method.number, given)
        : debit(intent, method)
    return answer.status === 200 ? ok(shown(intent, given)) : answer
  }

  function addRefund(intent: Stripe.PaymentIntent, amount: number, metadata: Stripe.Metadata) {
    const charge = latestOf(intent)
    charge.amount_refunded += amount
    charge.refunded = charge.amount_refunded === charge.amount
    const refund = { ...wholeRefund(nextId("re"), charge, amount), metadata }
    refunds.unshift(refund)
    money.add("refund", -amount, 0, refund)
    emit("refund.created", refund)
    return refund
  }

  const answers = {
    createIntent(given: Parameters): Answer {
      if (!kept.isCustomer(given.customer)) return missing("customer")
      const cents = Number(given.amount)
      if (cents < 50 || cents > 99_999_999) {
        follow("amounts")
        return refused(cents < 50 ? "amount_too_small" : "amount_too_large")
      }
      if (given.confirm === "true") return confirmed(given)
      const open = intentOf(nextId("pi"), given)
      intents.set(open.id, open)
      return ok(shown(open, given))
    },
    cancelIntent(id: string): Answer {
      const intent = intents.get(id)
      if (!intent) return missing()
      if (["succeeded", "processing", "canceled"].includes(intent.status)) {
        return refused("payment_intent_unexpected_state")
      }
      intent.status = "canceled"
      intent.next_action = null
      emit("payment_intent.canceled", shown(intent))
      return ok(shown(intent))
    },
    intent(id: string, given: Parameters): Answer {
      const intent = intents.get(id)
      return found(intent && shown(intent, given))
    },
    intents({ customer, created, ...given }: Parameters): Answer {
      if (customer !== undefined && !customers.has(String(customer))) return missing("customer")
      const isIn = within(created)
      const made = [...intents.values()]
        .toReversed()
        .filter((one) => (customer === undefined || one.customer === customer) && isIn(one.created))
      return pageOf(
        made.map((one) => shown(one, given, "data.") as { id: string }),
        given,
      )
    },
    charge(id: string): Answer {
      const made = [...intents.values()].filter((intent) => intent.latest_charge !== null)
      return found(made.map(latestOf).find((charge) => charge.id === id))
    },
    createRefund({ payment_intent: of, amount, metadata }: Parameters): Answer {
      const intent = intents.get(String(of))
      if (!intent) return missing()
      if (intent.status !== "succeeded") return refused("payment_intent_unexpected_state")
      const charge = latestOf(intent)
      if (charge.refunded) return refused("charge_already_refunded")
      if (charge.disputed) return refused("charge_disputed")
      if (Number(amount) > charge.amount - charge.amount_refunded) return refused("")
      return ok(addRefund(intent, Number(amount), (metadata ?? {}) as Stripe.Metadata))
    },
    refundsOf({ payment_intent: of, ...given }: Parameters): Answer {
      if (!intents.has(String(of))) return missing()
      return pageOf(
        refunds.filter((refund) => refund.payment_intent === of),
        given,
      )
    },
    disputesOf({ payment_intent: of, ...given }: Parameters): Answer {
      return pageOf(
        disputes.filter((dispute) => dispute.payment_intent === of),
        given,
      )
    },
  }

  /** Adds a dispute about a payment, or changes its status. */
  function dispute(
    intent: Stripe.PaymentIntent,
    status: Stripe.Dispute.Status,
    reason = "fraudulent",
  ): Stripe.Dispute {
    const charge = latestOf(intent)
    const known = disputes.find(({ payment_intent: id }) => id === intent.id)
    const one = known ?? disputeOf(nextId("dp"), charge)
    one.status = status
    one.reason = reason
    if (!known) disputes.push(one)
    charge.disputed = true
    const takes = status === "needs_response" || (status === "lost" && !known)
    if (takes) money.add("adjustment", -charge.amount, 1_500, one)
    if (status === "won") money.add("adjustment", charge.amount, 0, one)
    emit(known ? "charge.dispute.updated" : "charge.dispute.created", one)
    return one
  }

  return {
    answers,
    addCharge,
    fail,
    addRefund,
    dispute,
    shown,
    declineNext(decline: IssuerDecline): void {
      nextDecline = decline
    },
    /** The bank takes a debit back that had succeeded. It is final, and ends the mandate. */
    takeBack(intent: Stripe.PaymentIntent, reason: string): void {
      const isReturn = ["insufficient_funds", "bank_cannot_process"].includes(reason)
      follow(isReturn ? "lateReturn" : "finalDispute")
      emit("charge.dispute.closed", dispute(intent, "lost", reason))
      const method = methods.get(String(intent.payment_method))
      if (!method) throw new Error("The payment has no method.")
      kept.endMandates(method.method.id)
      if (isReturn) return
      method.disputes += 1
      if (method.disputes < 2) return
      follow("secondDispute")
      kept.setBlock(method.method, ["R10", "debit_not_authorized"])
    },
    /** The result of a pending debit, by the number of its account. */
    settle(intent: Stripe.PaymentIntent): void {
      const method = methods.get(String(intent.payment_method))
      const number = method?.number ?? ""
      const failure = failingAccounts[number]
      const charge = latestOf(intent)
      money.makeAvailable(String(charge.balance_transaction))
      follow("accountNumbers")
      if (!failure) {
        charge.status = "succeeded"
        charge.paid = true
        intent.status = "succeeded"
        emit("payment_intent.succeeded", shown(intent))
        if (number === accounts.disputed) this.takeBack(intent, "debit_not_authorized")
        return
      }
      charge.status = "failed"
      charge.outcome = outcomeOf("issuer_declined", "declined_by_network")
      fail(intent, { code: failure.code }, "invalid_request_error")
      const back = wholeRefund(nextId("pyr"), charge, charge.amount)
      charge.failure_balance_transaction = money.add(
        "payment_failure_refund",
        -charge.amount,
        0,
        back,
      ).id
      if (failure.block && method) kept.setBlock(method.method, failure.block)
    },
  }
}
