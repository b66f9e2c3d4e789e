import type Stripe from "stripe"
import { createInstantBank } from "./instant-bank.mock.ts"
import { customerOf, depositsOf, mandateOf, methodOf, setupOf } from "./objects.mock.ts"
import { accounts, cards, cardTokens, depositResults, mostAttempts } from "./rules.mock.ts"
import {
  type Answer,
  found,
  isExpanded,
  type MockStore,
  missing,
  ok,
  type Parameters,
  pageOf,
  refused,
} from "./stripe-store.mock.ts"

type DepositType = Stripe.SetupIntent.NextAction.VerifyWithMicrodeposits.MicrodepositType

const timeout = "payment_method_microdeposit_verification_timeout"
const tooOften = "payment_method_microdeposit_verification_attempts_exceeded"

/** Stripe's answers about customers, their methods and the setups that save these. */
export function createMockMethods(store: MockStore) {
  const { customers, methods, setups, mandates, nextId, follow, emit } = store
  const attempts = new Map<string, number>()
  let depositType: DepositType = "descriptor_code"

  const isCustomer = (id: unknown) => {
    const customer = customers.get(String(id))
    return customer !== undefined && customer.deleted !== true
  }

  /** Why an intent cannot be confirmed with these parameters; undefined if it can. */
  function confirmProblem(given: Parameters, type: string): Answer | undefined {
    const { allow_redirects: redirects } = (given.automatic_payment_methods ?? {}) as Parameters
    if (given.return_url === undefined && redirects !== "never") {
      follow("returnUrl")
      const text = "A `return_url` must be specified."
      return { ...refused("parameter_missing", text), isBefore: true }
    }
    const allowed = Object.values((given.allowed_payment_method_types ?? {}) as Parameters)
    if (allowed.length === 0 || allowed.includes(type)) return undefined
    follow("allowedTypes")
    return refused("payment_intent_incompatible_payment_method")
  }

  function detachedProblem(): Answer {
    follow("noOldMethod")
    return refused(
      "",
      "The provided PaymentMethod was previously used without Customer attachment or was detached from a Customer. It may not be used again.",
    )
  }

  function mandateProblem(): Answer {
    follow("mandateData")
    return refused("", "This SetupIntent requires a mandate. Provide the mandate_data parameter.")
  }

  function attach(setup: Stripe.SetupIntent): void {
    const kept = methods.get(String(setup.payment_method))
    if (!kept) throw new Error("The setup has no method.")
    setup.status = "succeeded"
    setup.next_action = null
    kept.method.customer = String(setup.customer)
    const mandate = mandates.get(String(setup.mandate))
    if (mandate) mandate.status = "active"
    emit("setup_intent.succeeded", setup)
  }

  /** A failed setup names its method only in its error. */
  function failSetup(setup: Stripe.SetupIntent, code: string): void {
    const method = methods.get(String(setup.payment_method))?.method
    setup.status = "requires_payment_method"
    setup.next_action = null
    setup.payment_method = null
    setup.last_setup_error = {
      type: "invalid_request_error",
      code,
      ...(method && { payment_method: structuredClone(method) }),
    }
    emit("setup_intent.setup_failed", setup)
  }

  function addMandate(setup: Stripe.SetupIntent, given: Parameters): void {
    follow("mandates")
    const { customer_acceptance: accepted } = given.mandate_data as Parameters
    const mandate = mandateOf(
      nextId("mandate"),
      String(setup.payment_method),
      accepted as Parameters,
    )
    mandates.set(mandate.id, mandate)
    setup.mandate = mandate.id
  }

  function shownSetup(setup: Stripe.SetupIntent, given: Parameters, prefix = ""): object {
    const method = methods.get(String(setup.payment_method))?.method
    const mandate = mandates.get(String(setup.mandate))
    return {
      ...setup,
      ...(isExpanded(given, `${prefix}payment_method`) && { payment_method: method ?? null }),
      ...(isExpanded(given, `${prefix}mandate`) && { mandate: mandate ?? null }),
    }
  }

  function createBankSetup(setup: Stripe.SetupIntent, given: Parameters): Answer {
    const kept = methods.get(String(setup.payment_method))
    if (kept?.method.us_bank_account?.status_details?.blocked) {
      follow("blockedSetup")
      failSetup(setup, "bank_account_unusable")
      const error = { type: "invalid_request_error", code: "bank_account_unusable" }
      return { status: 402, content: { error: { ...error, setup_intent: setup } } }
    }
    addMandate(setup, given)
    const wasVerified = kept?.method.customer === setup.customer
    const isFromBank = kept?.method.us_bank_account?.financial_connections_account
    if (wasVerified || isFromBank) {
      attach(setup)
      return ok(setup)
    }
    follow("depositsFirst")
    follow("depositTypes")
    setup.status = "requires_action"
    setup.next_action = depositsOf(depositType)
    return ok(setup)
  }

  const instant = createInstantBank(store, isCustomer)
  const answers = {
    createMethod(given: Parameters): Answer {
      const id = nextId("pm")
      const {
        number,
        token,
        account_number: account,
      } = (given.card ?? given.us_bank_account) as Record<string, string>
      const known = token === undefined ? undefined : cardTokens[token]
      const card = known && { number: known, exp_month: "8", exp_year: "2031" }
      const method = methodOf(id, card ? { ...given, card } : given)
      const shown = number ?? account ?? known ?? token ?? ""
      methods.set(id, { method, number: shown, disputes: 0, wasDetached: false })
      return ok(method)
    },
    method: (id: string): Answer => found(methods.get(id)?.method),
    updateMethod(id: string, { card, billing_details: billing }: Parameters): Answer {
      const method = methods.get(id)?.method
      if (!method) return missing()
      if (method.customer === null) return detachedProblem()
      const { exp_month: month, exp_year: year } = (card ?? {}) as Record<string, string>
      if (method.card && month !== undefined) method.card.exp_month = Number(month)
      if (method.card && year !== undefined) method.card.exp_year = Number(year)
      const { name } = (billing ?? {}) as Record<string, string>
      if (name !== undefined) method.billing_details.name = name
      return ok(method)
    },
    detach(id: string): Answer {
      const kept = methods.get(id)
      if (!kept) return missing()
      const { customer } = kept.method
      if (customer === null) {
        follow("detachOnce")
        const text =
          "The payment method you provided is not attached to a customer so detachment is"
        return refused("", `${text} impossible.`)
      }
      follow("detachedEvent")
      kept.method.customer = null
      kept.wasDetached = true
      emit("payment_method.detached", kept.method, { customer })
      return ok(kept.method)
    },
    createCustomer({ metadata, name, description }: Parameters): Answer {
      const customer = customerOf(nextId("cus"), (metadata ?? {}) as Stripe.Metadata)
      if (name !== undefined) customer.name = String(name)
      if (description !== undefined) customer.description = String(description)
      customers.set(customer.id, customer)
      return ok(customer)
    },
    customer: (id: string): Answer => found(customers.get(id)),
    deleteCustomer(id: string): Answer {
      if (!isCustomer(id)) return missing()
      const deleted = { id, object: "customer", deleted: true } as const
      customers.set(id, deleted)
      for (const kept of methods.values()) {
        if (kept.method.customer !== id) continue
        kept.method.customer = null
        kept.wasDetached = true
      }
      return ok(deleted)
    },
    updateCustomer(id: string, { name }: Parameters): Answer {
      const customer = customers.get(id)
      if (!customer || customer.deleted === true) return missing()
      if (name !== undefined) customer.name = String(name)
      return ok(customer)
    },
    createSetup(given: Parameters): Answer {
      if (given.confirm === undefined) return instant.create(given)
      const kept = methods.get(String(given.payment_method))
      if (!isCustomer(given.customer)) return missing("customer")
      if (!kept) return missing("payment_method")
      const problem = confirmProblem(given, kept.method.type)
      if (problem) return problem
      if (kept.wasDetached) return detachedProblem()
      const isBank = kept.method.type === "us_bank_account"
      if (isBank && given.mandate_data === undefined) return mandateProblem()
      const setup = setupOf(nextId("seti"), given)
      setups.set(setup.id, setup)
      if (isBank) return { ...createBankSetup(setup, given), content: structuredClone(setup) }
      if (kept.number === cards.poor) {
        follow("cardNumbers")
        failSetup(setup, "card_declined")
        return cardError("insufficient_funds", { setup_intent: setup })
      }
      const asks: readonly string[] = [cards.asksEachTime, cards.asksWhenSaved]
      if (asks.includes(kept.number)) {
        follow("redirects")
        askToConfirm(setup, given)
      } else attach(setup)
      // Stripe repeats the answer, not the present state.
      return ok(structuredClone(setup))
    },
    confirmSetup(id: string, given: Parameters): Answer {
      const setup = setups.get(id)
      if (!setup) return missing()
      if (setup.status !== "requires_confirmation") {
        follow("confirmOnce")
        return refused("setup_intent_unexpected_state")
      }
      const problem = confirmProblem(given, "us_bank_account")
      if (problem) return problem
      if (given.mandate_data === undefined) return mandateProblem()
      const { status, content } = createBankSetup(setup, given)
      return { status, content: structuredClone(content) }
    },
    setup(id: string, given: Parameters): Answer {
      const setup = setups.get(id)
      return found(setup && shownSetup(setup, given))
    },
    setupsOf({ customer, ...given }: Parameters): Answer {
      const all = [...setups.values()].toReversed().filter((setup) => setup.customer === customer)
      return pageOf(
        all.map((setup) => shownSetup(setup, given, "data.") as { id: string }),
        given,
      )
    },
    cancelSetup(id: string): Answer {
      const setup = setups.get(id)
      if (!setup) return missing()
      if (["succeeded", "canceled"].includes(setup.status)) {
        return refused("setup_intent_unexpected_state")
      }
      setup.status = "canceled"
      setup.next_action = null
      emit("setup_intent.canceled", setup)
      return ok(setup)
    },
    verifyDeposits(id: string, given: Parameters): Answer {
      const setup = setups.get(id)
      if (!setup) return missing()
      if (!setup.next_action?.verify_with_microdeposits) {
        return refused("setup_intent_unexpected_state")
      }
      const { descriptor_code: code, amounts = {} } = given
      const typed = String(code ?? Object.values(amounts as object).join(","))
      const tried = (attempts.get(id) ?? 0) + 1
      attempts.set(id, tried)
      const result = depositResults[typed]
      follow(result ? "depositCodes" : "depositLimits")
      if (result === "verified") {
        attach(setup)
        return ok(setup)
      }
      const isOver = result !== undefined || tried >= mostAttempts
      const mismatch = code === undefined ? "amounts_mismatch" : "descriptor_code_mismatch"
      if (!isOver) return refused(`payment_method_microdeposit_verification_${mismatch}`)
      const reason = result === "timeout" ? timeout : tooOften
      failSetup(setup, reason)
      return refused(reason)
    },
  }

  return {
    answers,
    isCustomer,
    chooseBank: instant.choose,
    confirmProblem,
    detachedProblem,
    attach,
    failSetup,
    /** Stripe chooses the kind of the next deposits. */
    setDepositType: (type: "descriptor_code" | "amounts") => {
      depositType = type
    },
    /** Ten days pass, in which nobody confirmed the deposits. */
    endVerifications(): void {
      for (const setup of setups.values()) {
        if (!setup.next_action?.verify_with_microdeposits) continue
        follow("depositLimits")
        failSetup(setup, timeout)
      }
    },
    /** The deposits to an account that takes none come back. */
    returnDeposits(): void {
      for (const setup of setups.values()) {
        const { number } = methods.get(String(setup.payment_method)) ?? {}
        if (number !== accounts.noDeposits || setup.status !== "requires_action") continue
        follow("accountNumbers")
        failSetup(setup, "payment_method_microdeposit_failed")
      }
    },
    /** A bank's return blocks an account, or Stripe lifts the block. */
    setBlock(method: Stripe.PaymentMethod, block?: readonly [code: string, reason: string]): void {
      const { us_bank_account: bank } = method
      if (!bank) throw new Error("Only bank accounts are blocked.")
      follow("blockAndLift")
      const [network_code, reason] = block ?? []
      bank.status_details = block
        ? { blocked: { network_code: network_code ?? null, reason: reason ?? null } }
        : null
      emit("payment_method.automatically_updated", method)
    },
    /** Ends the mandates of a method. */
    endMandates(method: string): void {
      for (const mandate of mandates.values()) {
        if (mandate.payment_method !== method || mandate.status !== "active") continue
        follow("disputedMandate")
        mandate.status = "inactive"
        emit("mandate.updated", mandate)
      }
    },
    hasMandate: (method: string): boolean =>
      [...mandates.values()].some(
        ({ payment_method: of, status }) => of === method && status === "active",
      ),
  }
}
export type MockMethods = ReturnType<typeof createMockMethods>

export function askToConfirm(
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

export interface IssuerDecline {
  decline_code: string
  advice_code?: string
  network_advice_code?: string
}

export function cardError(decline: string | IssuerDecline, more: object = {}): Answer {
  const named = typeof decline === "string" ? { decline_code: decline } : decline
  const error = { type: "card_error", code: "card_declined", ...named }
  return { status: 402, content: { error: { ...error, ...more } } }
}
