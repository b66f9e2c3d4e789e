import type { GatewayForm, GatewayInBrowser } from "./contract.ts"

/** Loads the implementation for the client's gateway, and no other. */
export async function gatewayForm({ kind }: GatewayInBrowser): Promise<GatewayForm> {
  switch (kind) {
    case "sandbox":
      return (await import("./sandbox/sandbox.ts")).sandboxForm
    case "stripe":
      return (await import("./stripe/stripe.ts")).stripeForm
    default:
      throw new Error(kind satisfies never)
  }
}
