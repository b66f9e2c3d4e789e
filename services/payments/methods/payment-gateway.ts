import { ApiError } from "#contracts/messages.ts"
import type { paymentGateway } from "#contracts/payments/payment-gateway.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"

/** Returns where a page must send card and account numbers: to the gateway, never to us. */
export function createPaymentGateway({ gateways }: Deps) {
  const handlers: Handlers<typeof paymentGateway> = {
    async "GET /myaccount-core/paymentGateway"({ session }) {
      const gateway = gateways.find(await gateways.nameOf(session.client))
      if (!gateway) throw new ApiError("paymentMethod.gatewayAway")
      return gateway.inBrowser
    },
  }
  return { handlers }
}
