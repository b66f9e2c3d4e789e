import { GatewayAway } from "./errors.ts"
import type { PaymentGateway } from "./port.ts"

/**
 * Our accounts with the payment gateway. Each has its own keys, methods, charges and payouts, and
 * knows nothing of the others. Rows store the name of their account's gateway.
 */
export interface Gateways {
  /** All accounts in the settings. */
  readonly all: readonly PaymentGateway[]
  /** The account of clients that name none; the single one of earlier releases. */
  readonly installation: PaymentGateway
  /** The account that a row names; undefined if the settings do not have it. */
  find(name: string): PaymentGateway | undefined
  /** The account that a row names. Errors: `GatewayAway` if the settings do not have it. */
  named(name: string): PaymentGateway
  /** The name of the account for the client's new charges and methods, whose settings may be absent. */
  nameOf(client: string): Promise<string>
  /** That account. Errors: `GatewayAway` if the settings do not have it. */
  of(client: string): Promise<PaymentGateway>
}

/** The name of the gateway for an account with Stripe; without an id, the installation's account. */
export function stripeGatewayName(account?: string): PaymentGateway["name"] {
  return account === undefined ? "stripe" : `stripe:${account}`
}

export function createGateways(
  all: readonly PaymentGateway[],
  nameOf: Gateways["nameOf"],
): Gateways {
  const [installation] = all
  if (!installation) throw new Error("There is no account.")
  const byName = new Map(all.map((gateway) => [gateway.name, gateway]))
  function named(name: string): PaymentGateway {
    const gateway = byName.get(name)
    if (!gateway) throw new GatewayAway(`The settings have no keys for ${name}.`)
    return gateway
  }
  return {
    all,
    installation,
    find: (name) => byName.get(name),
    named,
    nameOf,
    of: async (client) => named(await nameOf(client)),
  }
}
