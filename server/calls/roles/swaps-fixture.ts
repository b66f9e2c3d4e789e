import assert from "node:assert/strict"
import type { Call } from "./calls-fixture.ts"

/** Fields that identify a person or something that belongs to them. */
const ids = new Set([
  "accountNumber",
  "authorizationId",
  "client",
  "confirmationNumber",
  "csUserid",
  "customerClient",
  "documentId",
  "hostName",
  "id",
  "idempotencyKey",
  "number",
  "paymentMethodRecordId",
  "paymentRecordId",
  "personNumber",
  "policyNumber",
  "recordId",
  "userId",
  "userid",
  "username",
  "value",
])

/** Fields with content that grants no access. */
const words = new Set([
  "addressLine1",
  "adminFee",
  "contactVersion",
  "billingMode",
  "chargeDate",
  "currentPaymentFrequecyCode",
  "currentPassword",
  "emailType",
  "emailVersion",
  "paymentFrequency",
  "authorizationVersion",
  "cardNumber",
  "emailAddress",
  "firstName",
  "from",
  "lastName",
  "lastFourDigit",
  "newEmail",
  "paymentAmount",
  "paymentDueDate",
  "paymentMethod",
  "premium",
  "passCode",
  "productName",
  "totalPaymentAmount",
  "to",
  "totalPremium",
  "customerEmail",
  "documentCategory",
  "documentSource",
  "isEmailSubscribed",
])

/** Calls about the session alone, without an id that could be replaced by another person's. */
export const namesNobody: readonly string[] = [
  "PUT /appauth/staff/password",
  "POST /appauth/session/extend",
  "POST /appauth/proof",
  "POST /appauth/proof/verification",
  "POST /myaccount-core/profile/email/code",
  "POST /myaccount-core/profile/email/verification",
  "DELETE /myaccount-core/profile/email",
  "GET /myaccount-core/accountRecord",
  "GET /myaccount-core/agent/approvals",
  "GET /myaccount-core/agent/refunds",
  "GET /myaccount-core/agent/corrections",
  "GET /myaccount-core/agent/ledger/clients",
  "GET /myaccount-core/agent/roles",
  "GET /myaccount-core/agent/status",
  "GET /myaccount-core/paymentGateway",
  "POST /myaccount-core/paymentMethod/check",
]

/**
 * A person's own call with one of another person's ids in place of their own, each place
 * separately: in path, query, header and body, also in its lists.
 *
 * Errors: an `AssertionError` where the two differ in a field that is neither an id nor a word.
 */
export function swapsOf(own: Call, other: Call): { place: string; call: Call }[] {
  return differences(own, other, []).flatMap(({ path, value }) => {
    const name = path.at(-1) ?? ""
    assert.ok(ids.has(name) || words.has(name), `Is ${path.join(".")} an id?`)
    return ids.has(name) ? [{ place: path.join("."), call: withAt(own, path, value) as Call }] : []
  })
}

function differences(one: unknown, other: unknown, path: string[]): Difference[] {
  if (!isObject(one) || !isObject(other)) return one === other ? [] : [{ path, value: other }]
  return Object.keys(other).flatMap((key) => differences(one[key], other[key], [...path, key]))
}
interface Difference {
  path: string[]
  value: unknown
}

/** The same value with `value` at the end of the path. */
function withAt(whole: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(whole)) return whole.with(Number(key), withAt(whole[Number(key)], rest, value))
  assert.ok(isObject(whole))
  return { ...whole, [key]: withAt(whole[key], rest, value) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null
}
