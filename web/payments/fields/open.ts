import type { GatewayForm, GatewayInBrowser } from "./contract.ts"

/** The implementation for the client's gateway, which only this browser chunk holds. */
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
