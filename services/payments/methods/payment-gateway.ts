import { randomUUID } from "node:crypto"
import { ApiError } from "#contracts/messages.ts"
import { authenticatedPath } from "#contracts/payments/authentication-rules.ts"
import type { paymentGateway } from "#contracts/payments/payment-gateway.ts"
import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import { GatewayAway, GatewaySilent, type PaymentGateway } from "#ports/payment-gateway/port.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"

/** The gateway of the page, which takes card and account numbers, so that these never reach us. */
export function createPaymentGateway(
  { gateways, log }: Pick<Deps, "gateways" | "log">,
  { unreachableInBrowser }: Pick<PaymentMetrics, "unreachableInBrowser">,
) {
  async function gatewayOf(client: string): Promise<PaymentGateway> {
    const gateway = gateways.find(await gateways.nameOf(client))
    if (!gateway) throw new ApiError("paymentMethod.gatewayAway")
    return gateway
  }

  const handlers: Handlers<typeof paymentGateway> = {
    async "GET /myaccount-core/paymentGateway"({ session }) {
      return (await gatewayOf(session.client)).inBrowser
    },

    async "POST /myaccount-core/paymentGateway/bankSession"({ site, session }) {
      const { client, accountNumber } = session
      const gateway = await gatewayOf(client)
      if (!gateway.inBrowser.hasInstantBank) throw new ApiError("request.notFound")
      const returnAddress = `${site.origin}${authenticatedPath}`
      try {
        return await gateway.prepareBank(randomUUID(), { client, accountNumber, returnAddress })
      } catch (error) {
        const isAway = error instanceof GatewayAway || error instanceof GatewaySilent
        throw isAway ? new ApiError("paymentMethod.gatewayAway") : error
      }
    },

    async "POST /myaccount-core/paymentGateway/failure"({ session, body: { reason } }) {
      unreachableInBrowser.inc({ reason })
      log.warn({ client: session.client, reason }, "A browser could not use the payment gateway.")
      return {}
    },
  }
  return { handlers }
}
