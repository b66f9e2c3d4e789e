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
  "before",
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
  "cardType",
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
  "password",
  "productName",
  "reason",
  "totalPaymentAmount",
  "to",
  "totalPremium",
  "customerEmail",
  "documentCategory",
  "documentSource",
  "isEmailSubscribed",
])

/** Whether the call is about the session alone: it sends only words, such as a new password. */
export function namesNobody(call: Call): boolean {
  return fieldsOf(call).every((name) => words.has(name))
}

function fieldsOf(value: unknown, name = ""): string[] {
  if (!isObject(value)) return value === undefined ? [] : [name]
  return Object.entries(value).flatMap(([key, inner]) => fieldsOf(inner, key))
}

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
