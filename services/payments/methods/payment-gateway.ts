import { ApiError } from "#contracts/messages.ts"
import type { paymentGateway } from "#contracts/payments/payment-gateway.ts"
import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import type { Handlers } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"

/** Failures that one session may report: more say nothing new. */
const failureRateLimit = { calls: 20, minutes: 60 }

/** The gateway of the page: its frames take card numbers, so that these never reach us. */
export function createPaymentGateway(
  { gateways, log, rateLimits }: Pick<Deps, "gateways" | "log" | "rateLimits">,
  { unreachableInBrowser }: Pick<PaymentMetrics, "unreachableInBrowser">,
) {
  const handlers: Handlers<typeof paymentGateway> = {
    async "GET /myaccount-core/paymentGateway"({ session }) {
      const gateway = gateways.find(await gateways.nameOf(session.client))
      if (!gateway) throw new ApiError("paymentMethod.gatewayAway")
      return gateway.inBrowser
    },
    async "POST /myaccount-core/paymentGateway/failure"({ session, body: { reason } }) {
      const { client, id } = session
      await rateLimits.consume(`gateway failures ${client} ${id}`, failureRateLimit)
      unreachableInBrowser.inc({ reason })
      log.warn({ client, reason }, "A browser could not use the payment gateway.")
      return {}
    },
  }
  return { handlers }
}
