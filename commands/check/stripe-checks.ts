import type { Queries } from "#database/sql.ts"
import { stripeGatewayName } from "#ports/payment-gateway/port.ts"
import type { CheckedSetup } from "#ports/payment-gateway/stripe/setup-check.ts"
import { reportPath } from "#server/calls/gateway-reports.ts"
import type { Config } from "#server/config/config.ts"
import { createSiteAddresses } from "#server/config/site-addresses.ts"
import { advised } from "./advice.ts"
import { listClientsWithAccount, listUsedGateways } from "./check.store.ts"
import { type CheckOutcome, good, problem, reasonOf, warning } from "./outcome.ts"

type StripeConfig = Extract<Config["paymentGateway"], { kind: "stripe" }> & {
  /** https://api.stripe.com, except in tests. */
  address?: string
}

/** The keys of one account, what to call them, and the gateway's name for it. */
interface AccountToCheck {
  gateway: string
  about: string
  keys: Pick<
    CheckedSetup,
    "secretKey" | "publishableKey" | "keyNames" | "account" | "otherAccounts" | "hasInstantBank"
  >
}

function accountsOf({ accounts, ...own }: StripeConfig): AccountToCheck[] {
  const { secretKey, publishableKey, account, hasInstantBank } = own
  const otherAccounts = accounts.map((one) => one.account)
  return [
    {
      gateway: stripeGatewayName(),
      about: "PAYMENT_GATEWAY",
      keys: { secretKey, publishableKey, account, otherAccounts, hasInstantBank },
    },
    ...accounts.map(({ account, secretKey, publishableKey, hasInstantBank = false }) => ({
      gateway: stripeGatewayName(account),
      about: account,
      keys: {
        ...{ account, secretKey, publishableKey, hasInstantBank },
        keyNames: { secretKey: "secretKey", publishableKey: "publishableKey" },
      },
    })),
  ]
}

/** The faults of Stripe's keys that the keys alone show. */
export async function checkStripeKeys(
  { production }: Pick<Config, "production">,
  stripe: StripeConfig,
): Promise<CheckOutcome[]> {
  const { faultsOfModes } = await import("#ports/payment-gateway/stripe/setup-check.ts")
  return accountsOf(stripe).flatMap(({ about, keys }) =>
    faultsOfModes({ ...keys, isProduction: production }).map((fault) => ({ ...fault, about })),
  )
}

type Serving = Pick<Config, "production" | "siteAddress" | "port">

/** Compares the settings and each account at Stripe with what payments need. */
export async function checkStripe(
  config: Serving,
  stripe: StripeConfig,
  hosts: readonly string[],
): Promise<CheckOutcome[]> {
  const found: CheckOutcome[] = []
  for (const account of accountsOf(stripe)) {
    found.push(...(await checkAccount(config, stripe, account, hosts)))
  }
  return found
}

async function checkAccount(
  config: Serving,
  { timeoutMs, address }: StripeConfig,
  { gateway, about, keys }: AccountToCheck,
  hosts: readonly string[],
): Promise<CheckOutcome[]> {
  const { findSetupFaults } = await import("#ports/payment-gateway/stripe/setup-check.ts")
  const { of: addressOf } = createSiteAddresses(config)
  const reportAddresses = hosts.map((host) => `${addressOf(host)}${reportPath(gateway)}`)
  const connection = { timeoutMs, ...(address !== undefined && { address }) }
  try {
    const setup = { ...keys, ...connection, isProduction: config.production, reportAddresses }
    const faults = await findSetupFaults(setup)
    if (faults.length === 0) {
      return [good(about, "Stripe takes the keys, and the account is set up.")]
    }
    return faults.map((fault) => ({ ...fault, about }))
  } catch (error) {
    const text = `The account at Stripe could not be checked: ${reasonOf(error)}`
    return [problem(about, advised(text))]
  }
}

/**
 * Accounts with Stripe that a client or earlier payments name and whose keys the settings do not
 * have.
 */
export async function checkNamedAccounts(
  queries: Queries,
  { paymentGateway: stripe }: Pick<Config, "paymentGateway">,
): Promise<CheckOutcome[]> {
  if (stripe.kind !== "stripe") return []
  const known = [stripe.account, ...stripe.accounts.map(({ account }) => account)]
  const named = (await listClientsWithAccount(queries)).filter(
    ({ stripeAccount }) => !known.includes(stripeAccount),
  )
  const used = (await listUsedGateways(queries))
    .map((gateway) => gateway.replace(/^stripe:/, ""))
    .filter((account) => account.startsWith("acct_") && !known.includes(account))
  return [
    ...named.map(({ client, stripeAccount }) =>
      problem(
        "STRIPE_ACCOUNTS_DIR",
        `There is no file for ${stripeAccount}, the account of ${client}, so ${client} can charge nothing. Add it, or correct the account in client.json.`,
      ),
    ),
    ...used.map((account) =>
      warning(
        "STRIPE_ACCOUNTS_DIR",
        `There is no file for ${account}, which has earlier payments. They cannot be refunded or compared. Keep its keys as long as a payment can come back.`,
      ),
    ),
  ]
}
