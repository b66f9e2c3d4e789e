import type Stripe from "stripe"
import type { MethodReport } from "../port.ts"
import { noneIfGone } from "./faults.ts"
import { keptOf, partsOf } from "./methods.ts"

/** A saved method as it is now; undefined if it was removed, or was never saved. */
export async function reportOfMethod(
  stripe: Stripe,
  id: string,
): Promise<MethodReport | undefined> {
  const method = await stripe.paymentMethods.retrieve(id).catch(noneIfGone)
  const customer = idOf(method?.customer)
  return method && customer !== undefined ? { method: keptOf(method, customer) } : undefined
}

/** A bank account whose deposits were not confirmed (in time); undefined for anything else. */
export async function reportOfSetup(stripe: Stripe, id: string): Promise<MethodReport | undefined> {
  const setup = await stripe.setupIntents.retrieve(id, { expand: ["payment_method"] })
  const { status, customer, payment_method: method, last_setup_error: error } = setup
  // After a failed setup, Stripe names the method only in the error.
  const failed = typeof method === "object" && method ? method : error?.payment_method
  const owner = idOf(customer)
  const isOver = status === "requires_payment_method" || status === "canceled"
  if (!isOver || failed?.type !== "us_bank_account" || owner === undefined) return undefined
  return { method: keptOf(failed, owner), isVerificationFailed: true }
}

/**
 * The report to which Stripe's events about this method would lead now. A bank account is verified
 * when a request to save it succeeded.
 */
export async function readMethod(
  stripe: Stripe,
  reference: string,
): Promise<MethodReport | undefined> {
  const { customer, method } = partsOf(reference)
  const report = await reportOfMethod(stripe, method)
  if (report?.method.kind === "card") return report
  for await (const { id, status } of stripe.setupIntents.list({ customer, limit: 100 })) {
    if (status === "succeeded") return report
    const failed = await reportOfSetup(stripe, id)
    if (failed?.method.reference === reference) return failed
  }
  return undefined
}

export function idOf(value: string | { id: string } | null | undefined): string | undefined {
  return (typeof value === "object" ? value?.id : value) ?? undefined
}
