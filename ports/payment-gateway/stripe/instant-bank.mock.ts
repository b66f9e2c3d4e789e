import type Stripe from "stripe"
import { methodOf, setupOf } from "./objects.mock.ts"
import {
  type Answer,
  type MockStore,
  missing,
  ok,
  type Parameters,
  refused,
} from "./stripe-store.mock.ts"

interface BankOptions {
  verification_method?: "instant"
  financial_connections?: { permissions?: Record<string, string> }
}

/** SetupIntents for accounts that customers choose at their bank. */
export function createInstantBank(store: MockStore, isCustomer: (id: unknown) => boolean) {
  const { methods, setups, nextId, follow } = store

  return {
    /** A SetupIntent that is not confirmed, and has no method yet. */
    create(given: Parameters): Answer {
      const { us_bank_account: options = {} } = (given.payment_method_options ?? {}) as {
        us_bank_account?: BankOptions
      }
      const { permissions = {} } = options.financial_connections ?? {}
      if (!Object.values(permissions).includes("payment_method")) {
        follow("bankPermission")
        return refused("parameter_missing", "The `payment_method` permission must be included.")
      }
      if (!isCustomer(given.customer)) return missing("customer")
      const { verification_method = "automatic" } = options
      const setup: Stripe.SetupIntent = {
        ...setupOf(nextId("seti"), given),
        status: "requires_payment_method",
        payment_method_options: { us_bank_account: { verification_method } },
      }
      setups.set(setup.id, setup)
      return ok(structuredClone(setup))
    },
    /** The customer signs in to their bank in Stripe's window, and chooses this account. */
    choose(session: string, account: string): string {
      const setup = setups.get(session.split("_secret_")[0] ?? "")
      const isOpen = ["requires_payment_method", "requires_confirmation"].includes(
        setup?.status ?? "",
      )
      if (!setup || !isOpen) throw new Error("Stripe's window does not open.")
      const { us_bank_account: options } = setup.payment_method_options ?? {}
      if (options?.verification_method !== "instant") throw new Error("Only instant is imitated.")
      follow("chosenBank")
      follow("instantBank")
      const id = nextId("pm")
      const bank = { account_number: account, routing_number: "110000000" }
      const chosen = { ...bank, financial_connections_account: nextId("fca") }
      const billing = { name: "Maria Santos" }
      const method = methodOf(id, {
        type: "us_bank_account",
        us_bank_account: chosen,
        billing_details: billing,
      })
      methods.set(id, { method, number: account, disputes: 0, wasDetached: false })
      setup.payment_method = id
      setup.status = "requires_confirmation"
      return setup.id
    },
  }
}
