import type { AdapterMetrics } from "#platform/http/adapter-metrics.ts"
import type { Billing, OpenBill, Policy, PolicyAdmin } from "../port.ts"
import type { HttpLog } from "./ask.ts"

/**
 * The port with products that owe the sum of their open bills. A product whose amounts contradict
 * its own list of bills, such as a negative amount beside an open bill, gets the amounts of
 * `openBills`, so that all screens show and charge the same.
 */
export function withBilledAmounts(
  port: PolicyAdmin,
  log: Pick<HttpLog, "error">,
  metrics?: Pick<AdapterMetrics, "accountSystemFaults">,
): PolicyAdmin {
  async function billed(
    client: string,
    accountNumber: string,
    operation: "account" | "activeProducts" | "product" | "policy",
    policy: Policy,
  ): Promise<Policy> {
    const { policyNumber, billing } = policy
    if (owesItsBills(billing)) return policy
    metrics?.accountSystemFaults.inc({ fault: "amounts" })
    log.error(
      { client, product: policyNumber, operation },
      "The amounts of a product contradict its open bills. It owes what openBills owes.",
    )
    const bills = await port.openBills(client, accountNumber, policyNumber)
    return { ...policy, billing: billingOf(billing, bills) }
  }

  return {
    ...port,
    async account(client, accountNumber) {
      const account = await port.account(client, accountNumber)
      if (!account) return undefined
      const products = account.products.map((one) => billed(client, accountNumber, "account", one))
      return { ...account, products: await Promise.all(products) }
    },
    async activeProducts(client, accountNumber, policyNumber) {
      const products = await port.activeProducts(client, accountNumber, policyNumber)
      return (
        products &&
        (await Promise.all(
          products.map((one) => billed(client, accountNumber, "activeProducts", one)),
        ))
      )
    },
    async product(client, accountNumber, policyNumber) {
      const product = await port.product(client, accountNumber, policyNumber)
      return product && (await billed(client, accountNumber, "product", product))
    },
    async policy(client, accountNumber, policyNumber) {
      const detail = await port.policy(client, accountNumber, policyNumber)
      if (!detail) return undefined
      return { ...detail, policy: await billed(client, accountNumber, "policy", detail.policy) }
    },
  }
}

/**
 * Whether the product's debt comes from its bills. Only direct products are paid by bills. Without
 * an open bill, a product owes nothing or has a credit.
 */
function owesItsBills(billing: Billing): boolean {
  const { kind, amountDue, pastDueAmount, adjustment, billingCredit, openAmounts } = billing
  if (kind !== "direct") return true
  const owed = amountDue + pastDueAmount - adjustment - billingCredit
  if (openAmounts.length === 0) return owed <= 0
  return openAmounts.every((bill) => bill.owed > 0) && owed === sumOf(openAmounts)
}

function billingOf(billing: Billing, bills: readonly OpenBill[]): Billing {
  const openAmounts = bills
    .filter(({ owed }) => owed > 0)
    .map(({ dueDate, premium, fee, owed }) => ({ dueDate, cost: premium + fee, owed }))
  const amountDue = openAmounts.at(-1)?.cost ?? 0
  const cost = openAmounts.reduce((sum, bill) => sum + bill.cost, 0)
  const lowered = cost - sumOf(openAmounts)
  const billingCredit = Math.max(0, lowered)
  return {
    ...billing,
    openAmounts,
    dueDate: openAmounts[0]?.dueDate ?? null,
    amountDue,
    pastDueAmount: cost - amountDue,
    adjustment: Math.min(0, lowered),
    billingCredit,
    alreadyPaid: Math.min(Math.max(0, billing.alreadyPaid), billingCredit),
  }
}

function sumOf(bills: readonly { owed: number }[]): number {
  return bills.reduce((sum, { owed }) => sum + owed, 0)
}
