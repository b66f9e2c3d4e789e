import type { paymentGateway } from "#contracts/payments/payment-gateway.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"

/** Returns where a page must send card and account numbers: to the gateway, never to us. */
export function createPaymentGateway({ gateways }: Deps) {
  const handlers: Handlers<typeof paymentGateway> = {
    async "GET /myaccount-core/paymentGateway"({ session }) {
      return (await gateways.of(session.client)).inBrowser
    },
  }
  return { handlers }
}
