import { useQuery } from "@tanstack/react-query"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { PlannedCharge } from "#contracts/payments/payment-center.ts"
import { noAutoPayRecordId } from "#contracts/payments/payment-method-rules.ts"
import { customerBody } from "#contracts/products/customer-body.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { useClient } from "#web/brands/init.ts"
import { call } from "#web/calls/api.ts"
import { coverageMoves } from "../texts.ts"

/**
 * A product's next auto pay charge and its coverage, as far as they are known. Without another
 * payment, coverage ends on `graceUntil ?? coveredUntil`.
 */
export interface Planned {
  charge?: PlannedCharge | undefined
  /** The last day that the posted payments cover, as MM/DD/YYYY. */
  coveredUntil?: string | undefined
  /** The last day of the grace period, as MM/DD/YYYY. */
  graceUntil?: string | undefined
}

/**
 * Finds a product's next charge and coverage by policy number. Returns nothing until the server has
 * replied.
 */
export type PlannedOf = (policyNumber: string) => Planned

export function usePlanned(user: StoredUser, isNeeded: boolean): PlannedOf {
  return usePlans(user, isNeeded).plannedOf
}

/** Also returns whether the first reply is outstanding, for screens that show all at once. */
export function usePlans(user: StoredUser, isNeeded: boolean) {
  const { client } = useClient()
  const { data, isLoading } = useQuery({
    queryKey: ["nextCharges"],
    queryFn: ({ signal }) =>
      call("POST /myaccount-core/nextCharges", customerBody(user, client), { signal }),
    enabled: isNeeded,
    staleTime: 0,
  })
  const plannedOf: PlannedOf = (policyNumber) => {
    const coverage = data?.coverage.find((one) => one.policyNumber === policyNumber)
    return {
      charge: data?.nextCharges.find((one) => one.policyNumber === policyNumber),
      coveredUntil: coverage?.coveredUntil,
      graceUntil: coverage?.graceUntil || undefined,
    }
  }
  return { plannedOf, isLoading }
}

/** The last day that is covered without another payment, as MM/DD/YYYY; "" if unknown. */
export function endOfCoverage({ coveredUntil, graceUntil }: Planned): string {
  return graceUntil || coveredUntil || ""
}

/**
 * A sentence about a debit that the bank can still return, and that the stated end of coverage
 * changes only later. Without a stated end, the sentence alone.
 */
export function debitText(sentence: string, planned: Planned): string {
  return endOfCoverage(planned) === "" ? sentence : `${sentence} ${coverageMoves}`
}

export function isOnAutoPay({ currentPaymentMethodRecordId }: Product): boolean {
  return currentPaymentMethodRecordId !== noAutoPayRecordId
}
