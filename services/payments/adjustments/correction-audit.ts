import { ApiError } from "#contracts/messages.ts"
import type { Queries } from "#database/sql.ts"
import type { PolicyAdmin } from "#ports/policy-admin/port.ts"
import type { Correction } from "./corrections.store.ts"

/** The staff member who requests or decides, and the customer's registration if there is one. */
export interface By {
  staffUserid: string
  ip: string
  subjectUserid: string | null
  /** Counts the operation in the customer's rate limit; it throws when the limit is reached. */
  count?: (tx: Queries) => Promise<void>
}

/** The open bill of a write-off; otherwise undefined. Errors: `correction.notOpen`. */
export async function findBill(
  policyAdmin: PolicyAdmin,
  {
    client,
    accountNumber,
    policyNumber,
    billNumber,
  }: Pick<Correction, "client" | "accountNumber" | "policyNumber" | "billNumber">,
) {
  if (billNumber === null) return undefined
  const bills = await policyAdmin.openBills(client, accountNumber, policyNumber)
  const bill = bills.find(({ number }) => number === billNumber)
  if (!bill) throw new ApiError("correction.notOpen")
  return bill
}

export function actionOf({ kind, reversedKind }: Pick<Correction, "kind" | "reversedKind">) {
  return reversedKind === "payment" ? "staff.release" : (`staff.${kind}` as const)
}

/** The fields that all audit entries of one operation share. */
export function auditedByStaff(
  { client, accountNumber }: Pick<Correction, "client" | "accountNumber">,
  { staffUserid, subjectUserid, ip }: By,
) {
  const actor = { kind: "staff", userid: staffUserid } as const
  return { client, accountNumber, subjectUserid, actor, ip }
}
