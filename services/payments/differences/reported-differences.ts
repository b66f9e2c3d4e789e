import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import type { Deps } from "#services/deps.ts"
import type { NewDifference } from "./differences.store.ts"

/** Counts and logs new differences for the operator. */
export function reportDifferences(
  added: readonly NewDifference[],
  counter: PaymentMetrics["differences"],
  log: Pick<Deps["log"], "error">,
): void {
  for (const { kind, client, subject } of added) {
    counter.inc({ kind })
    log.error({ difference: kind, client, subject }, "The gateway and our payments differ.")
  }
}
