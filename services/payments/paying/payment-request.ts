import { createHash } from "node:crypto"
import type { Queries } from "#database/sql.ts"
import type { Person, Policy } from "#ports/policy-admin/port.ts"
import type { AuditEntry } from "#services/audit/audit.ts"
import type { ChargeableMethod } from "../methods/chargeable-method.ts"
import type { Payment } from "./payments.store.ts"

/** The values that identify a payment. A repeated request must have the same values. */
export interface PaymentIntent {
  client: string
  accountNumber: string
  policyNumber: string
  paymentRecordId: string
  /** Cents that the customer agreed to. It must be the amount due. */
  amount: number
  /** Idempotency key, one for each intention to pay, of 1 to 200 characters. */
  key: string
  origin: Payment["origin"]
}

export interface PaymentRequest extends Omit<PaymentIntent, "paymentRecordId"> {
  method: ChargeableMethod
  /** The site that the customer used, such as https://my.example.com. Emails link to it. */
  siteAddress: string
  by: Pick<AuditEntry, "actor" | "subjectUserid" | "ip">
  /**
   * The bills of an auto pay charge, which is recorded only if its method still exists and none of
   * them is skipped. The charge is for their debt, at most the announced amount, in cents. Without
   * bills, the payment is for the whole debt.
   */
  bills?: { numbers: readonly number[]; dueDates: readonly string[]; announced: number }
  /**
   * Checks the payment before it is stored, and rejects it with an `ApiError`. The returned
   * function runs in the transaction that stores the payment, and returns the authorization given
   * for it.
   */
  prepare?: (policy: Policy, person: Person) => Promise<Alongside | undefined>
  /**
   * Called once this request has recorded the payment; not called if another request with the key
   * did.
   */
  onRecorded?: () => void
}
type Alongside = (tx: Queries, paymentId: string) => Promise<string | undefined>

/**
 * The id of a payment, which is also its key at the gateway. The same payment request has the same
 * id, even in a database restored to an earlier state: the gateway then returns the existing
 * charge, and does not make another. Format: a version 8 UUID (RFC 9562).
 */
export function paymentIdOf(
  request: Pick<PaymentRequest, "client" | "accountNumber" | "key"> & {
    method: Pick<PaymentRequest["method"], "reference">
  },
): string {
  const { client, accountNumber, key, method } = request
  const named = JSON.stringify(["payment", client, accountNumber, key, method.reference])
  const hex = createHash("sha256").update(named).digest("hex")
  const variant = "89ab"[Number.parseInt(hex[16] ?? "0", 16) & 3]
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`]
  return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-")
}
