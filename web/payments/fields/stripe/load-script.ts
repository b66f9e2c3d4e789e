import type { Stripe, StripeConstructor } from "@stripe/stripe-js"
import { trustedPolicy } from "#web/ui/trusted-types.ts"
import { type GatewayInBrowser, GatewayUnreachable } from "../contract.ts"

/** After this many milliseconds, the script counts as blocked. */
const patienceMs = 15_000

let loading: Promise<StripeConstructor> | undefined
const made = new Map<string, Stripe>()

/**
 * Stripe's library for this account. Adds Stripe's script to the document at the first call, and
 * again after a failure.
 *
 * Errors: `GatewayUnreachable`.
 */
export async function loadStripe({ script, publishableKey }: GatewayInBrowser): Promise<Stripe> {
  loading ??= addScript(script).catch((cause: unknown) => {
    loading = undefined
    throw new GatewayUnreachable("script", { cause })
  })
  const create = await loading
  const known = made.get(publishableKey)
  if (known) return known
  try {
    const options = { locale: "en", developerTools: { assistant: { enabled: false } } } as const
    const stripe = create(publishableKey, options)
    made.set(publishableKey, stripe)
    return stripe
  } catch (cause) {
    // Stripe throws for a key that is none.
    throw new GatewayUnreachable("surface", { cause })
  }
}

/** Whether `loadStripe` needs no request. */
export function isLoaded(): boolean {
  return window.Stripe !== undefined
}

async function addScript(address: string): Promise<StripeConstructor> {
  if (window.Stripe) return window.Stripe
  const element = document.createElement("script")
  element.src = trusted(address)
  try {
    await new Promise((resolve, reject) => {
      element.addEventListener("load", resolve)
      element.addEventListener("error", () => reject(new Error("The script did not load.")))
      setTimeout(() => reject(new Error("The script is too slow.")), patienceMs)
      document.head.append(element)
    })
    if (!window.Stripe) throw new Error("The script defines no Stripe.")
    return window.Stripe
  } catch (error) {
    element.remove()
    throw error
  }
}

let policy: { createScriptURL(address: string): string } | undefined

/** The script's address, in the form that a browser with Trusted Types requires. */
function trusted(address: string): string {
  policy ??= createPolicies(address)
  return policy.createScriptURL(address)
}

function createPolicies(script: string) {
  // Stripe's script adds further scripts by itself. A policy named default is the way that Stripe
  // documents: https://docs.stripe.com/security/guide#content-security-policy. It refuses HTML.
  trustedPolicy("default", {
    createScriptURL(address) {
      if (isOfStripe(address, script)) return address
      throw new TypeError("Only scripts of the payment gateway may be added.")
    },
  })
  return trustedPolicy("gateway-script", {
    createScriptURL(address) {
      if (address === script) return address
      throw new TypeError("Only the script of the payment gateway may run.")
    },
  })
}

/** Whether an address belongs to Stripe's hosts for scripts, or to the host of its first script. */
export function isOfStripe(address: string, script: string): boolean {
  const { origin, hostname, protocol } = new URL(address, script)
  if (origin === new URL(script).origin) return true
  const isHost = hostname === "js.stripe.com" || hostname.endsWith(".js.stripe.com")
  return isHost && protocol === "https:"
}
