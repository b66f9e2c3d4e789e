import type { SetupFinding } from "#ports/payment-gateway/stripe/setup-finding.ts"
import type { Config } from "#server/config/config.ts"
import { createSiteAddresses } from "#server/config/site-addresses.ts"
import { advised } from "./advice.ts"
import { type CheckOutcome, good, problem, reasonOf } from "./outcome.ts"

type StripeConfig = Extract<Config["paymentGateway"], { kind: "stripe" }> & {
  /** https://api.stripe.com, except in tests. */
  address?: string
}

/** The faults of Stripe's keys that the keys alone show. */
export async function checkStripeKeys(
  { production }: Pick<Config, "production">,
  keys: StripeConfig,
): Promise<CheckOutcome[]> {
  const { faultsOfModes } = await import("#ports/payment-gateway/stripe/setup-check.ts")
  return faultsOfModes({ ...keys, isProduction: production }).map(outcomeOf)
}

function outcomeOf({ level, text }: SetupFinding): CheckOutcome {
  return { level, about: "PAYMENT_GATEWAY", text }
}

/** Compares the settings and the account at Stripe with what payments need. */
export async function checkStripe(
  config: Pick<Config, "production" | "siteAddress" | "port">,
  stripe: StripeConfig,
  hosts: readonly string[],
): Promise<CheckOutcome[]> {
  const { findSetupFaults } = await import("#ports/payment-gateway/stripe/setup-check.ts")
  const { of: addressOf } = createSiteAddresses(config)
  const reportAddresses = hosts.map((host) => `${addressOf(host)}/gateway-reports/stripe`)
  try {
    const setup = { ...stripe, isProduction: config.production, reportAddresses }
    const faults = await findSetupFaults(setup)
    if (faults.length === 0) {
      return [good("PAYMENT_GATEWAY", "Stripe takes the keys, and the account is set up.")]
    }
    return faults.map(outcomeOf)
  } catch (error) {
    const text = `The account at Stripe could not be checked: ${reasonOf(error)}`
    return [problem("PAYMENT_GATEWAY", advised(text))]
  }
}
