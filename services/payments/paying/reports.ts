import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import type { FraudWarning, GatewayReport } from "#ports/payment-gateway/port.ts"
import type { Deps } from "#services/deps.ts"
import { createStaffTasks } from "../differences/staff-tasks.ts"
import type { createCharging } from "./charging.ts"
import { findPayment, type Payment } from "./payments.store.ts"
import { isNextDispute } from "./state-machine.ts"
import {
  findPaymentByReference,
  findPaymentOfKey,
  storeUnmatchedReport,
  type UnmatchedReport,
} from "./unmatched-reports.store.ts"

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Applies the gateway's reports about charges, however often and in any order they arrive. */
export function createGatewayReports(
  deps: Deps,
  charging: Pick<ReturnType<typeof createCharging>, "run" | "applyResult">,
  metrics: Pick<PaymentMetrics, "unmatchedReports" | "differences">,
) {
  const { database, clock, gateways, log } = deps
  const tasks = createStaffTasks(deps, metrics)

  /**
   * Applies a report of this gateway, which may only change payments that name it. A report about a
   * charge that is not one of them is stored and counted.
   */
  async function report(
    { key, ...told }: GatewayReport | FraudWarning,
    gateway: string,
  ): Promise<void> {
    const payment = uuid.test(key)
      ? await findPaymentOfKey(database, gateway, key)
      : await findPaymentByReference(database, gateway, told.reference)
    if ("isFraudWarning" in told) {
      const { reference } = told
      const kept = {
        key,
        reference,
        status: "fraudWarning",
        reason: "",
        refundedAmount: 0,
      } as const
      if (!payment) return await keep(kept, gateway)
      return await database.transaction((tx) => tasks.fraudWarning(tx, payment))
    }
    if (!payment) return await keep({ key, ...told }, gateway)
    await apply(payment, told)
  }

  /** Applies what the gateway reports about a payment. */
  async function apply(payment: Payment, told: Omit<GatewayReport, "key">): Promise<void> {
    // A report may name the charge by its second reference.
    const reference = payment.gatewayReference || told.reference
    // An old report looks like one about another dispute; only the gateway can tell whether one is
    // open.
    const isUnclear = isNextDispute(payment.status, told.status)
    const charge = isUnclear ? await gateways.named(payment.gateway).lookUp(reference) : told
    if (charge) await charging.applyResult(payment, { ...charge, reference }, "away")
    const updated = await findPayment(database, payment.client, payment.id)
    if (updated) await charging.run(updated)
  }

  async function keep(told: UnmatchedReport, gateway: string): Promise<void> {
    const reports = await storeUnmatchedReport(database, gateway, told, clock.now())
    metrics.unmatchedReports.inc()
    const { reference, status } = told
    log.warn(
      { gateway, reference, status, reports },
      "The gateway reported a charge that we do not know.",
    )
  }

  return { report, apply }
}
