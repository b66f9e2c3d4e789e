import { Counter, Gauge } from "prom-client"

/** Metrics of payments, for `serveMetrics`; see docs/metrics.md. */
export function createPaymentMetrics() {
  const gatewayAway = new Counter({
    name: "payment_gateway_away_total",
    help: "Requests that the payment gateway did not take up: not reached, key refused, too many requests.",
    registers: [],
  })
  const unreachableInBrowser = new Counter({
    name: "payment_gateway_browser_failures_total",
    help: "Reports of browsers that could not use the payment gateway, by reason.",
    labelNames: ["reason"] as const,
    registers: [],
  })
  const unmatchedReports = new Counter({
    name: "payment_reports_unmatched_total",
    help: "Reports of the payment gateway about charges that are no payments of ours.",
    registers: [],
  })
  const differences = new Counter({
    name: "payment_differences_total",
    help: "Differences that the gateway sweep found for the first time, by kind.",
    labelNames: ["kind"] as const,
    registers: [],
  })
  const unsentChargeNotices = new Counter({
    name: "charge_notices_untold_total",
    help: "Charges of auto pay that were announced to, or taken back from, customers without an email address.",
    labelNames: ["client"] as const,
    registers: [],
  })
  const states = new Counter({
    name: "payments_total",
    help: "Payments that entered a state, by origin, state and the reason of a decline, return or cancellation.",
    labelNames: ["origin", "state", "reason"] as const,
    registers: [],
  })
  const billed = new Counter({
    name: "billing_charges_total",
    help: "Products that billing runs dealt with, by result.",
    labelNames: ["result"] as const,
    registers: [],
  })
  const bankDebits = new Gauge({
    name: "bank_debits_60_days",
    help: "Bank debits of the client that were made in the last 60 days.",
    labelNames: ["client"] as const,
    registers: [],
  })
  const bankReturns = new Gauge({
    name: "bank_returns_60_days",
    help: "Those of the debits that banks took back, by kind: unauthorized, administrative or other.",
    labelNames: ["client", "kind"] as const,
    registers: [],
  })
  return {
    ...{ gatewayAway, unmatchedReports, differences, unsentChargeNotices, states, billed },
    ...{ bankDebits, bankReturns, unreachableInBrowser },
  }
}

export type PaymentMetrics = ReturnType<typeof createPaymentMetrics>
