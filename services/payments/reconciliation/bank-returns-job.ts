import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import type { PeriodicJob } from "#platform/jobs/job.ts"
import { earlier } from "#platform/time.ts"
import { type DeclineReason, reasonClasses } from "#ports/payment-gateway/port.ts"
import type { Deps } from "#services/deps.ts"
import { findBankReturns } from "./bank-returns.store.ts"

/**
 * Nacha's limits are for the debits that were made in the preceding 60 days: 0.5 % unauthorized (R05,
 * R07, R10, R11, R29, R51), 3 % administrative (R02 to R04), 15 % in all. Source: Nacha, "ACH Network
 * Risk and Enforcement Topics".
 */
const days = 60

const known = Object.keys(reasonClasses) as DeclineReason[]
const reasons = {
  /** Counts stopped payments (R08) too, which Nacha does not. */
  unauthorized: known.filter((reason) => reasonClasses[reason] === "unauthorized"),
  /** Counts frozen and other unusable accounts (R16, R20) too, which Nacha does not. */
  administrative: ["account_closed", "account_unusable"] satisfies DeclineReason[],
}

/** Counts each client's bank debits and their returns, every hour. */
export function bankReturnsJob(
  { database, clock }: Pick<Deps, "database" | "clock">,
  { bankDebits, bankReturns }: Pick<PaymentMetrics, "bankDebits" | "bankReturns">,
): PeriodicJob {
  return {
    name: "bank returns",
    everySeconds: 3_600,
    runsAtStart: true,
    async run() {
      const found = await findBankReturns(database, earlier(clock.now(), { days }), reasons)
      bankDebits.reset()
      bankReturns.reset()
      for (const { client, debits, ...returns } of found) {
        bankDebits.set({ client }, debits)
        for (const [kind, count] of Object.entries(returns))
          bankReturns.set({ client, kind }, count)
      }
    },
  }
}
