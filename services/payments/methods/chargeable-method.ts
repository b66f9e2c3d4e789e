import type { Queries } from "#database/sql.ts"
import type { NewMethod } from "#ports/payment-gateway/port.ts"
import type { CustomerSession } from "#services/call-request.ts"
import type { Deps } from "#services/deps.ts"
import { isExpired } from "./card-expiry.ts"
import { blockOf } from "./moved-methods.ts"
import { authorizedInstitutionOf, methodHeader } from "./payment-method-presenter.ts"
import { type BlockedReason, findMethod, findMethodOwner } from "./payment-methods.store.ts"

/** A payment method that the gateway can charge, in the form stored with a payment. */
export interface ChargeableMethod {
  paymentRecordId: string
  /** The gateway that stores the method, and its reference there. */
  gateway: string
  reference: string
  kind: "card" | "bank"
  /** The label shown to the customer, such as "VISA ending in 4242". */
  label: string
  lastFour: string
}

export interface FoundMethod extends ChargeableMethod {
  institution: string
  /** Whether it is expired on the requested day. */
  isExpired: boolean
  /** Whether the customer must verify the bank account first. */
  isUnverified: boolean
  /** Whether verification failed for good. */
  isVerificationFailed: boolean
  deposits: NewMethod["deposits"]
  /** Why it cannot be charged; "" if it can. */
  blockedReason: BlockedReason | ""
  /** Whether the customer must authorize it again. */
  isAuthorizationGone: boolean
}

/**
 * A method of this customer to charge; undefined if it belongs to another customer or was deleted.
 */
export async function findChargeable(
  deps: Pick<Deps, "database" | "gateways">,
  { client, accountNumber }: Pick<CustomerSession, "client" | "accountNumber">,
  recordId: string,
  today: Temporal.PlainDate,
): Promise<FoundMethod | undefined> {
  const method = await findMethod(deps.database, client, accountNumber, recordId)
  if (!method) return undefined
  return {
    paymentRecordId: method.recordId,
    gateway: method.gateway,
    reference: method.gatewayReference,
    kind: method.kind,
    label: methodHeader(method),
    lastFour: method.lastFour,
    institution: authorizedInstitutionOf(method),
    isExpired: isExpired(method, today),
    isUnverified: method.verifyAt !== "",
    isVerificationFailed: method.verificationFailed === true,
    deposits: method.deposits ?? "",
    blockedReason: await blockOf(deps, method),
    isAuthorizationGone: method.authorizationGone === true,
  }
}

/** Why the account cannot use the method stored in the account system: see `MethodGoneReason`. */
export async function findGoneReason(
  queries: Queries,
  owner: Pick<CustomerSession, "client" | "accountNumber">,
  recordId: string,
): Promise<"methodGone" | "methodElsewhere" | "noMethod" | "methodUnknown"> {
  const { owner: known, hasOwn } = await findMethodOwner(queries, owner, recordId)
  if (known === null) return "methodUnknown"
  if (known === owner.accountNumber) return "methodGone"
  return hasOwn ? "methodElsewhere" : "noMethod"
}
