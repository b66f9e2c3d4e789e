import { createHash } from "node:crypto"
import type { Queries } from "#database/sql.ts"
import type { Person, Policy } from "#ports/policy-admin/port.ts"
import type { AuditEntry } from "#services/audit/audit.ts"
import type { ChargeableMethod } from "../methods/chargeable-method.ts"
import type { Payment } from "./payments.store.ts"

/** The values that identify a payment. A repeated request must have the same ones. */
export interface PaymentIntent {
  client: string
  accountNumber: string
  policyNumber: string
  paymentRecordId: string
  /** Cents that the customer agreed to. It must be the amount due. */
  amount: number
  /** One key for each intention to pay, of 1 to 200 characters. */
  key: string
  origin: Payment["origin"]
}

export interface PaymentRequest extends Omit<PaymentIntent, "paymentRecordId"> {
  method: ChargeableMethod
  /** The site that the customer used, such as https://my.example.com. Emails link to it. */
  siteAddress: string
  by: Pick<AuditEntry, "actor" | "subjectUserid" | "ip">
  /**
   * The bills of a charge of auto pay, which is recorded only while its method is kept and none of
   * them is skipped. It is for what is owed on them, and at most for what was announced, in cents.
   * Without bills, the payment is for all that is owed.
   */
  bills?: { numbers: readonly number[]; dueDates: readonly string[]; announced: number }
  /**
   * Checks the payment before it is stored, and refuses it with an `ApiError`. The function that it
   * returns runs in the transaction that stores the payment, and returns the authorization that was
   * given for it.
   */
  prepare?: (policy: Policy, person: Person) => Promise<Alongside | undefined>
  /** Called once this request has recorded the payment; not if a request with the same key did. */
  onRecorded?: () => void
}
type Alongside = (tx: Queries, paymentId: string) => Promise<string | undefined>

/**
 * The id of a payment, which is also its key at the gateway. The same request to pay has the same id,
 * also in a database that was restored to a moment before it: the gateway then tells of the charge
 * that it made, and makes no other. Form: a UUID of version 8 (RFC 9562).
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
