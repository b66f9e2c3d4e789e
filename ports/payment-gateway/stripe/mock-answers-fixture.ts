import type Stripe from "stripe"
import { createMockMoney, wholeRefund } from "./mock-money-fixture.ts"
import {
  chargeOf,
  customerOf,
  disputeOf,
  intentOf,
  methodOf,
  setupOf,
} from "./mock-objects-fixture.ts"

export type Parameters = Record<string, unknown>
export interface Answer {
  status: number
  content: object
}

/** Numbers from Stripe's own documentation, with their documented outcomes. */
const refusedWhenSaved: Record<string, string> = { "4000000000009995": "insufficient_funds" }
const declinedWhenCharged: Record<string, string> = { "4000000000000341": "generic_decline" }
const failingAccounts: Record<string, string> = { "000222222227": "insufficient_funds" }

/** Cards whose bank asks the customer to confirm: each time, or only when the card is saved. */
const asksEachTime = "4000002760003184"
const asksWhenCached = "4000002500003155"

/** Most accounts that are entered by number must be verified first. */
const accountToVerify = "000777777771"

/** The part of Stripe's data and behavior that our adapter uses. */
export function createMockState() {
  const customers = new Map<string, Stripe.Customer | Stripe.DeletedCustomer>()
  const methods = new Map<string, { method: Stripe.PaymentMethod; number: string }>()
  const intents = new Map<string, Stripe.PaymentIntent>()
  const setups = new Map<string, Stripe.SetupIntent>()
  const disputes: Stripe.Dispute[] = []
  const refunds: Stripe.Refund[] = []
  let made = 0
  const nextId = (kind: string) => {
    made += 1
    return `${kind}_mock${made}`
  }
  const money = createMockMoney(nextId)

  function attached(id: string, customer: string) {
    const kept = methods.get(id)
    return kept?.method.customer === customer ? kept : undefined
  }

  const isCustomer = (id: unknown) => {
    const customer = customers.get(String(id))
    return customer !== undefined && customer.deleted !== true
  }

  function charged(intent: Stripe.PaymentIntent, type: string, paid: boolean): void {
    const charge = chargeOf(nextId("ch"), intent, type, paid)
    intent.latest_charge = charge
    if (paid) money.add("charge", charge.amount, Math.round(charge.amount * 0.029) + 30, charge)
  }

  function fail(intent: Stripe.PaymentIntent, code: string, decline?: string): void {
    intent.status = "requires_payment_method"
    intent.last_payment_error = {
      type: "card_error",
      code,
      ...(decline !== undefined && { decline_code: decline }),
    }
  }

  function askToConfirm(
    intent: Stripe.PaymentIntent | Stripe.SetupIntent,
    { return_url: returnAddress }: Parameters,
  ): void {
    const url = `https://hooks.stripe.com/3d_secure_2/${intent.id}`
    intent.status = "requires_action"
    intent.next_action = {
      type: "redirect_to_url",
      redirect_to_url: { url, return_url: String(returnAddress) },
    }
  }

  function addRefund(intent: Stripe.PaymentIntent, amount: number, metadata: Stripe.Metadata) {
    const charge = latestOf(intent)
    charge.amount_refunded += amount
    charge.refunded = charge.amount_refunded === charge.amount
    const refund = { ...wholeRefund(nextId("re"), charge, amount), metadata }
    refunds.unshift(refund)
    money.add("refund", -amount, 0, refund)
    return refund
  }

  const answers = {
    createMethod(parameters: Parameters): Answer {
      const id = nextId("pm")
      const { number, account_number: account } = (parameters.card ??
        parameters.us_bank_account) as Record<string, string>
      const method = methodOf(id, parameters)
      methods.set(id, { method, number: number ?? account ?? "" })
      return { status: 200, content: method }
    },
    method: (id: string): Answer => found(methods.get(id)?.method),
    updateMethod(id: string, { card, billing_details: billing }: Parameters): Answer {
      const method = methods.get(id)?.method
      if (!method || method.customer === null) return missing()
      const { exp_month: month, exp_year: year } = (card ?? {}) as Record<string, string>
      if (method.card && month !== undefined) method.card.exp_month = Number(month)
      if (method.card && year !== undefined) method.card.exp_year = Number(year)
      const { name } = (billing ?? {}) as Record<string, string>
      if (name !== undefined) method.billing_details.name = name
      return { status: 200, content: method }
    },
    detach(id: string): Answer {
      const method = methods.get(id)?.method
      if (!method) return missing()
      if (method.customer === null) return refused("payment_method_unexpected_state")
      method.customer = null
      return { status: 200, content: method }
    },
    createCustomer({ metadata }: Parameters): Answer {
      const customer = customerOf(nextId("cus"), (metadata ?? {}) as Stripe.Metadata)
      customers.set(customer.id, customer)
      return { status: 200, content: customer }
    },
    customer: (id: string): Answer => found(customers.get(id)),
    deleteCustomer(id: string): Answer {
      if (!isCustomer(id)) return missing()
      const deleted = { id, object: "customer", deleted: true } as const
      customers.set(id, deleted)
      return { status: 200, content: deleted }
    },
    createSetup(parameters: Parameters): Answer {
      const kept = methods.get(String(parameters.payment_method))
      if (!(kept && isCustomer(parameters.customer))) return missing()
      if (parameters.return_url === undefined) return returnUrlMissing
      const isBank = kept.method.type === "us_bank_account"
      if (isBank && parameters.mandate_data === undefined) return refused("parameter_missing")
      const decline = refusedWhenSaved[kept.number]
      if (decline !== undefined) return cardError(decline)
      const setup = setupOf(nextId("seti"), parameters, kept.number === accountToVerify)
      setups.set(setup.id, setup)
      const asks = [asksEachTime, asksWhenCached].includes(kept.number)
      if (asks) askToConfirm(setup, parameters)
      if (setup.status === "succeeded") kept.method.customer = String(parameters.customer)
      // Stripe repeats the answer, not the present state.
      return { status: 200, content: { ...setup } }
    },
    setup(id: string): Answer {
      const setup = setups.get(id)
      const method = methods.get(String(setup?.payment_method))?.method
      return found(setup && method && { ...setup, payment_method: method })
    },
    setupsOf: (customer: string): Answer =>
      list([...setups.values()].filter((setup) => setup.customer === customer)),
    cancelSetup(id: string): Answer {
      const setup = setups.get(id)
      if (!setup) return missing()
      if (setup.status === "succeeded") return refused("setup_intent_unexpected_state")
      setup.status = "canceled"
      setup.next_action = null
      return { status: 200, content: setup }
    },
    createIntent(parameters: Parameters): Answer {
      if (parameters.confirm !== "true") {
        if (!isCustomer(parameters.customer)) return missing("customer")
        const open = intentOf(nextId("pi"), parameters)
        intents.set(open.id, open)
        return { status: 200, content: open }
      }
      if (!isCustomer(parameters.customer)) return missing("customer")
      if (parameters.return_url === undefined) return returnUrlMissing
      const id = String(parameters.payment_method)
      const kept = attached(id, String(parameters.customer))
      if (!kept) return missing("payment_method")
      const intent = intentOf(nextId("pi"), parameters)
      intents.set(intent.id, intent)
      if (kept.number === asksEachTime) {
        if (parameters.error_on_requires_action !== "true") {
          askToConfirm(intent, parameters)
          return { status: 200, content: { ...intent } }
        }
        fail(intent, "authentication_required", "authentication_required")
        return cardError("authentication_required", intent)
      }
      const decline = declinedWhenCharged[kept.number]
      const isBank = kept.method.type === "us_bank_account"
      charged(intent, kept.method.type, !isBank && decline === undefined)
      if (decline !== undefined) {
        fail(intent, "card_declined", decline)
        return cardError(decline, intent)
      }
      intent.status = isBank ? "processing" : "succeeded"
      return { status: 200, content: intent }
    },
    cancelIntent(id: string): Answer {
      const intent = intents.get(id)
      if (!intent) return missing()
      if (["succeeded", "processing", "canceled"].includes(intent.status)) {
        return refused("payment_intent_unexpected_state")
      }
      intent.status = "canceled"
      intent.next_action = null
      return { status: 200, content: intent }
    },
    createRefund({ payment_intent: of, amount, metadata }: Parameters): Answer {
      const intent = intents.get(String(of))
      if (!intent) return missing()
      const charge = latestOf(intent)
      if (intent.status !== "succeeded") return refused("payment_intent_unexpected_state")
      if (charge.refunded) return refused("charge_already_refunded")
      if (charge.disputed) return refused("charge_disputed")
      if (Number(amount) > charge.amount - charge.amount_refunded) return refused("")
      const refund = addRefund(intent, Number(amount), metadata as Stripe.Metadata)
      return { status: 200, content: refund }
    },
    refundsOf({ payment_intent: of, ...page }: Parameters): Answer {
      if (!intents.has(String(of))) return missing()
      return pageOf(
        refunds.filter((refund) => refund.payment_intent === of),
        page,
      )
    },
    disputesOf: (intent: string): Answer =>
      list(disputes.filter((dispute) => dispute.payment_intent === intent)),
    intent: (id: string): Answer => found(intents.get(id)),
    charge(id: string): Answer {
      const made = [...intents.values()].filter((intent) => intent.latest_charge !== null)
      return found(made.map(latestOf).find((charge) => charge.id === id))
    },
    intents({ customer, created, ...page }: Parameters): Answer {
      if (customer !== undefined && !customers.has(String(customer))) return missing("customer")
      const isIn = within(created)
      const made = [...intents.values()].filter(
        (one) => (customer === undefined || one.customer === customer) && isIn(one.created),
      )
      return pageOf(made, page)
    },
    transactions({ payout, created, ...page }: Parameters): Answer {
      const of = payout === undefined ? undefined : String(payout)
      return pageOf(money.transactions(of, within(created)), page)
    },
    payouts: ({ created, ...page }: Parameters): Answer =>
      pageOf(money.payouts(within(created)), page),
    balance: (): Answer => ({
      status: 200,
      content: { object: "balance", available: [], livemode: false, pending: [] },
    }),
  }

  return {
    answers,
    /** The customer confirms on the page of their bank, or fails to. */
    authenticate(address: string, isConfirmed: boolean): void {
      const id = new URL(address).pathname.split("/").at(-1) ?? ""
      const setup = setups.get(id)
      const intent = intents.get(id)
      const asked = setup ?? intent
      if (asked?.status !== "requires_action") return
      asked.next_action = null
      if (!isConfirmed && setup) {
        setup.status = "requires_payment_method"
        setup.last_setup_error = { type: "card_error", code: "setup_intent_authentication_failure" }
      } else if (!isConfirmed && intent) fail(intent, "payment_intent_authentication_failure")
      else asked.status = "succeeded"
      if (!isConfirmed) return
      if (intent) charged(intent, "card", true)
      const kept = methods.get(String(setup?.payment_method))
      if (kept && setup) kept.method.customer = String(setup.customer)
    },
    payOut: money.payOut,
    intents: () => [...intents.values()],
    /** Issues another number and date for a card, as its network does. */
    renewCard(id: string): Stripe.PaymentMethod {
      const { method } = methods.get(id) ?? {}
      if (!method?.card) throw new Error(`There is no card ${id}.`)
      method.card = { ...method.card, last4: "1881", exp_month: 9, exp_year: 2035 }
      return method
    },
    /** The deposits to a bank account were not confirmed in time; returns the event's object. */
    failVerification(method: string): Stripe.SetupIntent {
      const setup = [...setups.values()].find((one) => one.payment_method === method)
      if (!setup) throw new Error(`Nothing is to verify for ${method}.`)
      setup.status = "requires_payment_method"
      setup.next_action = null
      const code = "payment_method_microdeposit_verification_timeout"
      setup.last_setup_error = { type: "invalid_request_error", code }
      return setup
    },
    /** Ends the verification of a bank account: it belongs to the customer then. */
    verifyAccount(id: string, customer: string): void {
      const kept = methods.get(id)
      if (kept) kept.method.customer = customer
      const setup = [...setups.values()].find((one) => one.payment_method === id)
      if (setup) setup.status = "succeeded"
    },
    /** Deletes a customer with their methods, as on Stripe's own pages. */
    deleteCustomer(id: string): void {
      customers.set(id, { id, object: "customer", deleted: true })
      for (const { method } of methods.values()) if (method.customer === id) method.customer = null
    },
    /** A payment that other software made. */
    add: (intent: Stripe.PaymentIntent) => void intents.set(intent.id, intent),
    /** Adds a dispute about a payment, or changes its status. */
    dispute(intent: Stripe.PaymentIntent, status: Stripe.Dispute.Status): Stripe.Dispute {
      const charge = latestOf(intent)
      const known = disputes.find(({ payment_intent: id }) => id === intent.id)
      const dispute = known ?? disputeOf(nextId("dp"), charge)
      dispute.status = status
      if (!known) disputes.push(dispute)
      charge.disputed = true
      if (status === "needs_response") money.add("adjustment", -charge.amount, 1_500, dispute)
      if (status === "won") money.add("adjustment", charge.amount, 0, dispute)
      return dispute
    },
    /** Refunds a part of a payment outside our software, in cents. */
    refund(intent: Stripe.PaymentIntent, amount: number): Stripe.Charge {
      addRefund(intent, amount, {})
      return latestOf(intent)
    },
    /** The newest refund of a charge gets this status, such as pending for a bank's. */
    setRefundStatus(intent: Stripe.PaymentIntent, status: "pending" | "succeeded"): void {
      const refund = refunds.find(({ payment_intent: of }) => of === intent.id)
      if (refund) refund.status = status
    },
    /** A refund that comes back; returns it. */
    failRefund(intent: Stripe.PaymentIntent): Stripe.Refund {
      const refund = refunds.find(({ payment_intent: of }) => of === intent.id)
      if (!refund) throw new Error("There is no refund.")
      const charge = latestOf(intent)
      charge.amount_refunded -= refund.amount
      charge.refunded = false
      refund.status = "failed"
      money.add("refund_failure", refund.amount, 0, refund)
      return refund
    },
    /** Ends the waiting period of pending debits; returns the events that Stripe sends. */
    letDaysPass(): { type: string; object: Stripe.PaymentIntent }[] {
      const waiting = [...intents.values()].filter(({ status }) => status === "processing")
      return waiting.map((intent) => {
        const { number = "" } = methods.get(String(intent.payment_method)) ?? {}
        const failure = failingAccounts[number]
        const charge = latestOf(intent)
        money.add("payment", charge.amount, Math.round(charge.amount * 0.008), charge)
        if (failure === undefined) intent.status = "succeeded"
        else {
          fail(intent, failure)
          const back = wholeRefund(nextId("pyr"), charge, charge.amount)
          money.add("payment_failure_refund", -charge.amount, 0, back)
        }
        return {
          type: `payment_intent.${failure ? "payment_failed" : "succeeded"}`,
          object: intent,
        }
      })
    },
  }
}

function latestOf({ latest_charge: latest }: Stripe.PaymentIntent): Stripe.Charge {
  if (typeof latest !== "object" || !latest) throw new Error("The payment has no charge.")
  return latest
}

/**
 * Stripe refuses to confirm an intent that may redirect without an address, also for a method that
 * never redirects. Seen on an account: opencollective/opencollective-frontend#12346, 2026-08-17.
 */
const returnUrlMissing = refused("parameter_missing", "A `return_url` must be specified.")

export function refused(code: string, message = code, type = "invalid_request_error"): Answer {
  return { status: 400, content: { error: { type, code, message } } }
}

function cardError(decline: string, intent?: Stripe.PaymentIntent): Answer {
  const error = { type: "card_error", code: "card_declined", decline_code: decline }
  return { status: 402, content: { error: { ...error, payment_intent: intent } } }
}

/** `param` names the missing object, if it is not the one in the path. */
function missing(param?: string): Answer {
  const code = "resource_missing"
  const error = { type: "invalid_request_error", code, message: code }
  return param === undefined
    ? { status: 404, content: { error } }
    : { status: 400, content: { error: { ...error, param } } }
}

function found(object: object | undefined): Answer {
  return object ? { status: 200, content: object } : missing()
}

/** Whether Stripe's `created` parameter admits a moment, in seconds since 1970. */
function within(created: unknown): (at: number) => boolean {
  const { gte, lt } = (created ?? {}) as { gte?: string; lt?: string }
  return (at) => at >= Number(gte ?? 0) && at < Number(lt ?? Number.MAX_SAFE_INTEGER)
}

function pageOf(all: { id: string }[], { limit, starting_after: after }: Parameters): Answer {
  const first = all.findIndex(({ id }) => id === after) + 1
  const data = all.slice(first, first + Number(limit ?? 10))
  const isMore = first + data.length < all.length
  return { status: 200, content: { object: "list", data, has_more: isMore, url: "/v1" } }
}

function list(data: object[]): Answer {
  return { status: 200, content: { object: "list", data, has_more: false, url: "/v1" } }
}
