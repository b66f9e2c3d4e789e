import Stripe from "stripe"
import { connectToStripe, type StripeConnection } from "./client.ts"
import { instantBank } from "./instant-bank.ts"
import { keysPage, problem, type SetupFinding } from "./setup-finding.ts"
import { missingPermissions, withPermission } from "./setup-permissions.ts"

export interface CheckedSetup extends StripeConnection {
  secretKey: string
  publishableKey: string
  /** What the operator calls the two keys; by default, the settings. */
  keyNames?: { secretKey: string; publishableKey: string }
  /** The account of these keys; undefined if the settings do not name it. */
  account?: string | undefined
  /** The accounts of other keys in the settings. */
  otherAccounts?: readonly string[]
  /** Whether customers can sign in to their bank; false if absent. */
  hasInstantBank?: boolean
  /** Whether real money moves. */
  isProduction: boolean
  /** The addresses at which our servers take reports; empty if there is no site yet. */
  reportAddresses: readonly string[]
}

const settingNames = {
  secretKey: "STRIPE_SECRET_KEY",
  publishableKey: "STRIPE_PUBLISHABLE_KEY",
}

const webhooksPage = "https://dashboard.stripe.com/webhooks"
const detailsPage = "https://dashboard.stripe.com/settings/public"

/** The events that events.ts reads. */
export const readEvents: readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
  "charge.dispute.closed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.refunded",
  "mandate.updated",
  "payment_intent.canceled",
  "payment_intent.payment_failed",
  "payment_intent.succeeded",
  "payment_method.automatically_updated",
  "payment_method.detached",
  "radar.early_fraud_warning.created",
  "refund.created",
  "refund.failed",
  "refund.updated",
  "setup_intent.canceled",
  "setup_intent.setup_failed",
  "setup_intent.succeeded",
]

/**
 * Compares keys, permissions, webhooks and account with what the adapter needs; empty if all is
 * right. It moves no money, and leaves canceled SetupIntents without a customer.
 *
 * Errors: those of Stripe's library, except for a refused key or permission.
 */
export async function findSetupFaults(setup: CheckedSetup): Promise<SetupFinding[]> {
  const { keyNames: names = settingNames } = setup
  const secret = connectToStripe(setup.secretKey, setup)
  const publishable = connectToStripe(setup.publishableKey, setup)
  try {
    const modes = faultsOfModes(setup)
    const missing = await missingPermissions(secret)
    return [
      ...modes,
      ...missing.map((permission) =>
        problem(
          `The key of ${names.secretKey} lacks the permission ${permission}. Grant it at ${keysPage}.`,
        ),
      ),
      ...(await withPermission("Webhook Endpoints: Read", () => faultsOfWebhooks(secret, setup))),
      ...(await withPermission("Accounts: Read", () => faultsOfAccount(secret, setup))),
      // Keys of two modes are never of one account.
      ...(modes.length === 0 && !missing.includes("SetupIntents: Write")
        ? await faultsOfPublishableKey(secret, publishable, names)
        : []),
      ...(setup.hasInstantBank && !missing.includes("SetupIntents: Write")
        ? await faultsOfInstantBank(secret)
        : []),
    ]
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeAuthenticationError)) throw error
    return [problem(`Stripe refuses ${names.secretKey}. Copy it again from ${keysPage}.`)]
  }
}

/** The faults that the keys alone show. Source: https://docs.stripe.com/keys (prefixes sk_test_, rk_live_, pk_live_ …). */
export function faultsOfModes({
  secretKey,
  publishableKey,
  isProduction,
  keyNames: names = settingNames,
}: Pick<
  CheckedSetup,
  "secretKey" | "publishableKey" | "isProduction" | "keyNames"
>): SetupFinding[] {
  const modeOf = (key: string) => (/^\w\w_test_/.test(key) ? "test" : "live")
  const [mode, publishableMode] = [modeOf(secretKey), modeOf(publishableKey)]
  if (mode !== publishableMode) {
    return [
      problem(
        `${names.secretKey} is a ${mode} key, and ${names.publishableKey} a ${publishableMode} key. Copy both from one mode of ${keysPage}.`,
      ),
    ]
  }
  if (mode === "live" || !isProduction) return []
  return [
    problem(
      `The keys of Stripe are for tests and move no money. Switch the Dashboard to live mode, and copy the keys of ${keysPage}.`,
    ),
  ]
}

/** Source: the SDK's `WebhookEndpoint`: status `enabled`, enabled_events with `*` for all. */
async function faultsOfWebhooks(
  stripe: Stripe,
  { reportAddresses }: CheckedSetup,
): Promise<SetupFinding[]> {
  if (reportAddresses.length === 0) return []
  const endpoints = await Array.fromAsync(stripe.webhookEndpoints.list({ limit: 100 }))
  const ours = endpoints.filter(({ url }) => reportAddresses.includes(url))
  const enabled = ours.filter(({ status }) => status === "enabled")
  if (enabled.length === 0) {
    const [disabled] = ours
    return [
      problem(
        disabled
          ? `The webhook endpoint ${disabled.url} is disabled, so no result arrives. Enable it at ${webhooksPage}.`
          : `No webhook endpoint has an address of ours, so no result arrives. Add ${reportAddresses[0]} at ${webhooksPage}.`,
      ),
    ]
  }
  const sent = new Set(enabled.flatMap((endpoint) => endpoint.enabled_events))
  const lacking = readEvents.filter((event) => !sent.has(event) && !sent.has("*"))
  if (lacking.length === 0) return []
  return [
    problem(
      `The webhook endpoint ${enabled[0]?.url} does not send ${lacking.join(", ")}. Add them at ${webhooksPage}.`,
    ),
  ]
}

/** Source: the SDK's `Account`: capabilities, settings. */
async function faultsOfAccount(
  stripe: Stripe,
  { account, otherAccounts = [], keyNames: names = settingNames }: CheckedSetup,
): Promise<SetupFinding[]> {
  const { id, capabilities, settings } = await stripe.accounts.retrieveCurrent()
  const capability = capabilities?.us_bank_account_ach_payments ?? "not requested"
  const schedule = settings?.payouts?.schedule.interval
  return [
    ...when(
      account !== undefined && id !== account,
      `The key of ${names.secretKey} is of the account ${id}, not of ${account}. Correct the account, or the key.`,
    ),
    ...when(
      otherAccounts.includes(id),
      `The key of ${names.secretKey} is of the account ${id}, whose keys are given twice: its payments would not be found. Remove its file, and set STRIPE_ACCOUNT=${id}.`,
    ),
    ...when(
      capability !== "active",
      `The account cannot debit bank accounts (us_bank_account_ach_payments is ${capability}). Turn on ACH Direct Debit at https://dashboard.stripe.com/settings/payment_methods.`,
    ),
    ...when(
      !settings?.payments.statement_descriptor,
      `The account has no statement descriptor. Set your company's name at ${detailsPage}.`,
    ),
    ...when(
      !settings?.card_payments?.statement_descriptor_prefix,
      `The account has no shortened descriptor, which precedes each client's name on card statements. Set one of 2 to 10 characters at ${detailsPage}.`,
    ),
    // Stripe does not list the payments of a manual payout.
    ...when(
      schedule === "manual",
      "Payouts are manual, so they cannot be compared with the payments. Choose an automatic schedule at https://dashboard.stripe.com/settings/payouts.",
    ),
  ]
}

/** Whether the keys are of one account. */
async function faultsOfPublishableKey(
  secret: Stripe,
  publishable: Stripe,
  names: typeof settingNames,
): Promise<SetupFinding[]> {
  try {
    return await faultsOfPair(secret, publishable, names)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeAuthenticationError)) throw error
    return [problem(`Stripe refuses ${names.publishableKey}. Copy it again from ${keysPage}.`)]
  }
}

/**
 * Reads an object of the secret key's account with the publishable key. Source: the SDK's
 * `setupIntents.retrieve`: "Client-side retrieval using a publishable key is allowed when the
 * client_secret is provided".
 */
async function faultsOfPair(
  secret: Stripe,
  publishable: Stripe,
  names: typeof settingNames,
): Promise<SetupFinding[]> {
  const { id, client_secret: clientSecret } = await secret.setupIntents.create({
    allowed_payment_method_types: ["card"],
    description: "Check of the keys. It is canceled at once.",
  })
  try {
    await publishable.setupIntents.retrieve(id, { client_secret: clientSecret ?? "" })
    return []
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return [
      problem(
        `${names.secretKey} and ${names.publishableKey} are of two accounts. Copy both from one account at ${keysPage}.`,
      ),
    ]
  } finally {
    await secret.setupIntents.cancel(id)
  }
}

/**
 * Makes a SetupIntent as for a customer who signs in to their bank. It shows no more than Stripe's
 * answer: Stripe does not document that it refuses it before the account is registered.
 */
async function faultsOfInstantBank(secret: Stripe): Promise<SetupFinding[]> {
  const { StripeInvalidRequestError: Refused, StripePermissionError: Forbidden } = Stripe.errors
  try {
    const description = "Check of Financial Connections. It is canceled at once."
    const { id } = await secret.setupIntents.create({ ...instantBank, description })
    await secret.setupIntents.cancel(id)
    return []
  } catch (error) {
    if (!(error instanceof Refused || error instanceof Forbidden)) throw error
    return [
      problem(
        `Stripe does not let customers sign in to their bank (${error.message}). Register for Financial Connections in the Dashboard, and grant the permission that is named, or turn STRIPE_INSTANT_BANK or hasInstantBank off.`,
      ),
    ]
  }
}

function when(isSo: boolean, text: string): SetupFinding[] {
  return isSo ? [problem(text)] : []
}
