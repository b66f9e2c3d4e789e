import type { Queries } from "#database/sql.ts"
import type { Person, Policy } from "#ports/policy-admin/port.ts"
import type { AuditEntry } from "#services/audit/audit.ts"
import type { ChargeableMethod } from "../methods/chargeable-method.ts"
import type { Payment } from "./payments.store.ts"

/** What is to be paid by what; the same at every repetition of the key. */
export interface PaymentIntent {
  client: string
  accountNumber: string
  policyNumber: string
  paymentRecordId: string
  /** Cents; what the person agreed to. It must be what is due. */
  amount: number
  /** One for each intention to pay; 1 to 200 characters. */
  key: string
  origin: Payment["origin"]
}

export interface PaymentRequest extends Omit<PaymentIntent, "paymentRecordId"> {
  method: ChargeableMethod
  /** Where the person was, such as https://my.example.com; mails lead back there. */
  siteAddress: string
  by: Pick<AuditEntry, "actor" | "subjectUserid" | "ip">
  /**
   * Looks at what is to be paid before it is recorded, and refuses by throwing a `Failure`. What
   * it returns is done in the transaction that records the payment.
   */
  prepare?: (policy: Policy, person: Person) => Promise<Alongside>
}
type Alongside = (tx: Queries, paymentId: string) => Promise<void>
