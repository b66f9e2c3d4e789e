import { useQuery } from "@tanstack/react-query"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { PlannedCharge } from "#contracts/payments/payment-center.ts"
import { noAutoPayRecordId } from "#contracts/payments/payment-method-rules.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { useClient } from "#web/brands/init.ts"
import { call } from "#web/calls/api.ts"
import { customerBody } from "#web/identity/session/customer-body.ts"

/** The next charge of auto pay and the last covered day of a product, as far as they are known. */
export interface Planned {
  charge?: PlannedCharge | undefined
  /** MM/DD/YYYY */
  coveredUntil?: string | undefined
}

/** Finds by policy number what is planned. It finds nothing until the server has answered. */
export type PlannedOf = (policyNumber: string) => Planned

export function usePlanned(user: StoredUser, isNeeded: boolean): PlannedOf {
  const { client } = useClient()
  const { data } = useQuery({
    queryKey: ["nextCharges"],
    queryFn: ({ signal }) =>
      call("POST /myaccount-core/nextCharges", customerBody(user, client), { signal }),
    enabled: isNeeded,
    staleTime: 0,
  })
  return (policyNumber) => ({
    charge: data?.nextCharges.find((one) => one.policyNumber === policyNumber),
    coveredUntil: data?.coverage.find((one) => one.policyNumber === policyNumber)?.coveredUntil,
  })
}

export function isOnAutoPay({ currentPaymentMethodRecordId }: Product): boolean {
  return currentPaymentMethodRecordId !== noAutoPayRecordId
}

/** Whether the next charge or the last covered day belongs beside the product. */
export function hasPlans(product: Product): boolean {
  return isOnAutoPay(product) || product.paymentStatusDisplayStyle === "pastdue"
}
