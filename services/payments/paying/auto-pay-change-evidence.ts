/**
 * The content of an authorization of an auto pay change, in readable form. It is stored with the
 * authorization, and the email about the change shows it. Rows of earlier versions have these
 * fields, without `next`, `otherBills`, `underWay` and `bankDay`: do not rename them.
 */
export interface AutoPayChangeEvidence {
  /** Name and number of the product. */
  product: string
  frequency: string
  /** The method that auto pay charges, such as "VISA ending in 4242"; "" without auto pay. */
  method: string
  /** The next charge, or the next bill without auto pay; "" in rows of earlier versions. */
  next: string
  /** Cost of each later period. `fee` is the billing fee included in it; "" without one. */
  amount: string
  fee: string
  /** Date as MM/DD/YYYY; "" without a due date. */
  dueDate: string
  /** The other open bills in words; "" without one, and in rows of earlier versions. */
  otherBills: string
  /** Text about the charge that ending auto pay does not stop; "" without one. */
  underWay: string
  /** Text with the business day of a debit on a day when banks are closed; "" on other days. */
  bankDay: string
}

const fields = ["product", "frequency", "method", "amount", "fee", "dueDate"] as const

/** Reads stored evidence. Errors: an `Error` when a field is missing. */
export function parseChangeEvidence(stored: Record<string, string>): AutoPayChangeEvidence {
  const { next = "", otherBills = "", underWay = "", bankDay = "" } = stored
  const evidence = {
    next,
    otherBills,
    underWay,
    bankDay,
    ...Object.fromEntries(fields.map((field) => [field, stored[field]])),
  }
  const missing = fields.filter((field) => typeof stored[field] !== "string")
  if (missing.length > 0) throw new Error(`The stored change lacks ${missing.join(", ")}.`)
  return evidence as AutoPayChangeEvidence
}
