import { Counter } from "prom-client"

/** Metrics of payments, for `serveMetrics`; see docs/operating.md. */
export function createPaymentMetrics() {
  const gatewayAway = new Counter({
    name: "payment_gateway_away_total",
    help: "Charges that the payment gateway did not take up: not reached, key refused, too many requests.",
    registers: [],
  })
  return { gatewayAway }
}
