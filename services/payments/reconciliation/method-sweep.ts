import { dayAt } from "#platform/time-zone.ts"
import type { PaymentGateway } from "#ports/payment-gateway/port.ts"
import type { Deps } from "#services/deps.ts"
import { warnDays } from "../methods/expiring-card.ts"
import { createMethodReports } from "../methods/payment-method-reports.ts"
import { paidBy } from "../methods/payment-method-saving.ts"
import { findNotFinalMethods, type NotFinalMethod } from "./not-final-methods.store.ts"

/** Days after which a card that its network has not renewed is no longer checked. */
const renewedWithinDays = 90
const pageSize = 100
/** Number of concurrent calls to the gateway. */
const atOnce = 5

/**
 * Checks saved methods at the gateway whose report may be lost: bank accounts that are not verified,
 * blocked or without an authorization, and auto pay cards that expire soon or have expired.
 */
export function createMethodSweep(deps: Deps) {
  const { database, policyAdmin } = deps
  const { report } = createMethodReports(deps)

  /** Errors: `GatewayAway`, `GatewaySilent`, `AccountSystemAway`, database errors. */
  async function run(
    gateway: PaymentGateway,
    now: Date,
  ): Promise<{ asked: number; changed: number }> {
    const today = dayAt(now, "UTC")
    const lastDays = {
      from: today.subtract({ days: renewedWithinDays }).toString(),
      by: today.add({ days: warnDays }).toString(),
    }
    const sum = { asked: 0, changed: 0 }
    let page: NotFinalMethod[] = []
    do {
      const last = page.at(-1)?.number
      page = await findNotFinalMethods(database, gateway.name, lastDays, last, pageSize)
      for (let start = 0; start < page.length; start += atOnce) {
        const news = await Promise.all(
          page.slice(start, start + atOnce).map((method) => ask(gateway, method)),
        )
        sum.asked += news.filter((isNews) => isNews !== undefined).length
        sum.changed += news.filter(Boolean).length
      }
    } while (page.length === pageSize)
    return sum
  }

  /** Returns whether the answer changed anything; undefined if nothing depends on the method. */
  async function ask(
    gateway: PaymentGateway,
    method: NotFinalMethod,
  ): Promise<boolean | undefined> {
    if (method.kind === "card" && !(await isOnAutoPay(method))) return undefined
    const told = await gateway.readMethod(method.gatewayReference)
    return told !== undefined && (await report(told, gateway.name))
  }

  async function isOnAutoPay({ client, accountNumber, recordId }: NotFinalMethod) {
    const account = await policyAdmin.account(client, accountNumber)
    return paidBy(account, recordId).some(({ active }) => active)
  }

  return { run }
}
