import type { NewPayment } from "./payments.store.ts"

/** The facts of a payment that only its database contains. */
export type MemoFacts = Pick<
  NewPayment,
  | "client"
  | "accountNumber"
  | "policyNumber"
  | "idempotencyKey"
  | "origin"
  | "methodRecordId"
  | "methodKind"
  | "methodLabel"
  | "methodLastFour"
  | "billNumbers"
>

/**
 * The text that the gateway stores with a charge, so that a restored database can record it again.
 */
export function paymentMemoOf(payment: MemoFacts): string {
  const { client, accountNumber, policyNumber, idempotencyKey, origin } = payment
  const { methodRecordId, methodKind, methodLabel, methodLastFour, billNumbers } = payment
  const method = [methodRecordId, methodKind, methodLabel, methodLastFour]
  const of = [client, accountNumber, policyNumber, idempotencyKey, origin]
  return JSON.stringify([1, of, method, billNumbers])
}

/** Undefined for text that is not one of our memos. */
export function readMemo(text: string): MemoFacts | undefined {
  try {
    const [version, of, method, billNumbers] = JSON.parse(text)
    const words: unknown[] = [...of, ...method]
    const areWords = words.length === 9 && words.every((word) => typeof word === "string")
    const areBills = billNumbers === null || billNumbers.every(Number.isInteger)
    if (version !== 1 || !areWords || !areBills) return undefined
    const [client, accountNumber, policyNumber, idempotencyKey, origin] = of
    const [methodRecordId, methodKind, methodLabel, methodLastFour] = method
    if (origin !== "payNow" && origin !== "autoPay") return undefined
    if (methodKind !== "card" && methodKind !== "bank") return undefined
    return {
      ...{ client, accountNumber, policyNumber, idempotencyKey, origin },
      ...{ methodRecordId, methodKind, methodLabel, methodLastFour, billNumbers },
    }
  } catch {
    return undefined
  }
}
