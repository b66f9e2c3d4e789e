import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import { GatewayAway, type PaymentGateway } from "#ports/payment-gateway/port.ts"
import type { Deps } from "#services/deps.ts"

/** The gateway. Each call that it does not take up is counted and logged, for the operator. */
export function createCountedGateway(
  { gateway, log }: Pick<Deps, "gateway" | "log">,
  { gatewayAway }: Pick<PaymentMetrics, "gatewayAway">,
): PaymentGateway {
  function count(error: unknown): never {
    if (error instanceof GatewayAway) {
      gatewayAway.inc()
      log.warn({ reason: error.message }, "The payment gateway is away or refuses our requests.")
    }
    throw error
  }

  async function* countedList<Item>(items: AsyncIterable<Item>): AsyncIterable<Item> {
    try {
      yield* items
    } catch (error) {
      count(error)
    }
  }

  return {
    ...gateway,
    keep: async (...of) => await gateway.keep(...of).catch(count),
    change: async (...of) => await gateway.change(...of).catch(count),
    forget: async (...of) => await gateway.forget(...of).catch(count),
    charge: async (...of) => await gateway.charge(...of).catch(count),
    find: async (...of) => await gateway.find(...of).catch(count),
    cancel: async (...of) => await gateway.cancel(...of).catch(count),
    lookUp: async (...of) => await gateway.lookUp(...of).catch(count),
    refund: async (...of) => await gateway.refund(...of).catch(count),
    refundsOf: async (...of) => await gateway.refundsOf(...of).catch(count),
    movements: (of) => countedList(gateway.movements(of)),
    payouts: (of) => countedList(gateway.payouts(of)),
  }
}
