import Stripe from "stripe"
import { keysPage, type SetupFinding } from "./setup-finding.ts"

/** An id that no object has. */
const nobody = "my_account_check"

const ofSources = "Balance transaction sources: Read"

/**
 * A harmless call for each permission of the restricted key in docs/stripe.md: reads of one
 * object, and changes of objects that do not exist. Source: https://docs.stripe.com/keys, a call
 * without its permission is refused with 403. Not documented: that Stripe compares the permission
 * before it looks for the object.
 */
export const permissionProbes: Readonly<Record<string, (stripe: Stripe) => Promise<unknown>>> = {
  "Balance: Read": (stripe) => stripe.balance.retrieve(),
  "Disputes: Read": (stripe) => stripe.disputes.list({ limit: 1 }),
  [ofSources]: (stripe) => stripe.balanceTransactions.list({ limit: 1, expand: ["data.source"] }),
  "Payouts: Read": (stripe) => stripe.payouts.list({ limit: 1 }),
  "Customers: Write": (stripe) => stripe.customers.update(`cus_${nobody}`, { metadata: {} }),
  "PaymentMethods: Write": (stripe) => stripe.paymentMethods.detach(`pm_${nobody}`),
  "SetupIntents: Write": (stripe) => stripe.setupIntents.cancel(`seti_${nobody}`),
  "PaymentIntents: Write": (stripe) => stripe.paymentIntents.cancel(`pi_${nobody}`),
  "Charges and Refunds: Write": (stripe) =>
    stripe.refunds.create({ payment_intent: `pi_${nobody}` }),
}

/** The permissions that the key lacks. Errors: those of Stripe's library. */
export async function missingPermissions(stripe: Stripe): Promise<string[]> {
  const missing: string[] = []
  for (const [permission, ask] of Object.entries(permissionProbes)) {
    // The call needs both permissions.
    if (permission === ofSources && missing.includes("Balance: Read")) continue
    try {
      await ask(stripe)
    } catch (error) {
      if (error instanceof Stripe.errors.StripePermissionError) missing.push(permission)
      // Stripe does not have the object, and would have changed it.
      else if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    }
  }
  return missing
}

/** The findings of `find`, or a warning if the key lacks a permission that only the check needs. */
export async function withPermission(
  permission: string,
  find: () => Promise<SetupFinding[]>,
): Promise<SetupFinding[]> {
  try {
    return await find()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error
    // Stripe names the permission of GET /v1/account rak_accounts_kyc_basic_read.
    const [named] = /rak_\w+/.exec(error.message) ?? []
    const shown = named === undefined ? permission : `${permission} (${named})`
    const text = `A part of the set-up was not checked: the key of STRIPE_SECRET_KEY lacks the permission ${shown}, which payments do not need. Grant it at ${keysPage}.`
    return [{ level: "warning", text }]
  }
}
