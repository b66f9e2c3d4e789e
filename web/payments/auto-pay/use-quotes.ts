import { useQuery } from "@tanstack/react-query"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { customerBody } from "#contracts/products/customer-body.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { useClient } from "#web/brands/init.ts"
import { call } from "#web/calls/api.ts"

/** The queries that show payment settings or auto pay methods. */
export const staleAfterChange = [
  "paymentCenter",
  "nextCharges",
  "dashboard",
  "productSummary",
  "paymentMethods",
  "paymentFrequency",
  "authorizations",
  "payment-history",
]

/** Reads how a product is paid now. Errors: those of `call`. */
export async function readQuotes(
  user: StoredUser,
  client: string,
  policyNumber: string,
  signal?: AbortSignal,
) {
  const body = { ...customerBody(user, client), policyNumber, csUserid: "" }
  return await call("POST /myaccount-core/paymentFrequency", body, signal ? { signal } : {})
}

export type Quotes = Awaited<ReturnType<typeof readQuotes>>

/** How a product is paid now, with the server's quotes; loads nothing without a product. */
export function useQuotes(product: Product | null, user: StoredUser) {
  const { client } = useClient()
  const policyNumber = product?.policyNumber ?? ""
  return useQuery({
    queryKey: ["paymentFrequency", policyNumber],
    queryFn: ({ signal }) => readQuotes(user, client, policyNumber, signal),
    enabled: product !== null,
    staleTime: 0,
    gcTime: 0,
  })
}
