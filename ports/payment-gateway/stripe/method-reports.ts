import type Stripe from "stripe"
import type { MethodReport } from "../port.ts"
import { returnReasons } from "./codes.ts"
import { noneIfGone } from "./faults.ts"
import { idOf, keptOf, partsOf } from "./methods.ts"

/** A saved method as it is now; undefined if it was removed, or was never saved. */
export async function reportOfMethod(
  stripe: Stripe,
  id: string,
): Promise<MethodReport | undefined> {
  const method = await stripe.paymentMethods.retrieve(id).catch(noneIfGone)
  const customer = idOf(method?.customer)
  return method && customer !== undefined
    ? { method: keptOf(method, customer), blocked: blockOf(method) }
    : undefined
}

/** A method that was just saved or authorized again. */
export async function reportOfSaved(stripe: Stripe, id: string): Promise<MethodReport | undefined> {
  const report = await reportOfMethod(stripe, id)
  return report?.method.kind === "bank" ? { ...report, isAuthorizationGone: false } : report
}

/**
 * Why Stripe no longer charges a bank account after a bank's return; "" if it does. Source: the
 * library's `UsBankAccount.StatusDetails`.
 */
function blockOf({ us_bank_account: bank }: Stripe.PaymentMethod): MethodReport["blocked"] {
  const block = bank?.status_details?.blocked
  return block ? (returnReasons[block.reason ?? ""] ?? "account_unusable") : ""
}

/**
 * The method of a mandate that has changed. A later mandate may have replaced it, so the method's
 * newest one counts.
 */
export async function reportOfMandate(
  stripe: Stripe,
  method: string,
): Promise<MethodReport | undefined> {
  const report = await reportOfMethod(stripe, method)
  return report && (await readMethod(stripe, report.method.reference))
}

/** A method that was removed at Stripe, which names its former customer in the event. */
export function reportOfDetached(
  method: Stripe.PaymentMethod,
  customer: string | undefined,
): MethodReport | undefined {
  if (customer === undefined) return undefined
  return { method: keptOf(method, customer), blocked: "account_unusable" }
}

/**
 * A bank account whose deposits were not confirmed (in time); undefined for anything else, such as a
 * saved account that Stripe refused to authorize again.
 */
export async function reportOfSetup(stripe: Stripe, id: string): Promise<MethodReport | undefined> {
  const setup = await stripe.setupIntents.retrieve(id, { expand: ["payment_method"] })
  const { status, customer, payment_method: method, last_setup_error: error } = setup
  // After a failed setup, Stripe names the method only in the error.
  const failed = typeof method === "object" && method ? method : error?.payment_method
  const owner = idOf(customer)
  const isOver = status === "requires_payment_method" || status === "canceled"
  if (!isOver || failed?.type !== "us_bank_account" || owner === undefined) return undefined
  if (idOf(failed.customer) === owner) return undefined
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
  const setups = stripe.setupIntents.list({ customer, limit: 100, expand: ["data.mandate"] })
  for await (const { id, status, mandate } of setups) {
    if (status === "succeeded") {
      const isInactive = typeof mandate === "object" && mandate?.status === "inactive"
      return report && { ...report, isAuthorizationGone: isInactive }
    }
    const failed = await reportOfSetup(stripe, id)
    if (failed?.method.reference === reference) return failed
  }
  return undefined
}
