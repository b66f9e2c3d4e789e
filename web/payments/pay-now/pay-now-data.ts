import { useQuery } from "@tanstack/react-query"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { customerBody } from "#contracts/products/customer-body.ts"
import { useClient } from "#web/brands/init.ts"
import { call } from "#web/calls/api.ts"

/** The amounts that can be paid for a product, read again for each payment; none without a product. */
export function usePayNowData(
  user: StoredUser,
  policyNumber: string | undefined,
  originScreen: string,
) {
  const { client } = useClient()
  return useQuery({
    queryKey: ["payNow", policyNumber],
    queryFn: ({ signal }) => {
      const body = {
        ...customerBody(user, client),
        policyNumber: policyNumber ?? "",
        originScreen,
      }
      return originScreen === "DASHBOARD"
        ? call("POST /myaccount-core/payNow/homePageData", body, { signal })
        : call("POST /myaccount-core/payNow/data", body, { signal })
    },
    enabled: policyNumber !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
}
