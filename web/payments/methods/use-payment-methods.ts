import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query"
import type { ReplyOf } from "#contracts/endpoint.ts"
import type { Endpoints } from "#contracts/endpoints.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { customerBody } from "#contracts/products/customer-body.ts"
import { useClient } from "#web/brands/init.ts"
import { call } from "#web/calls/api.ts"
import { useLoaded } from "#web/calls/use-loaded.ts"
import * as texts from "./texts.ts"

type Listed = ReplyOf<Endpoints["POST /myaccount-core/paymentMethods"]>

const savedKey = ["paymentMethods", "saved"]
/** The list that includes methods entered for one payment only. */
const payNowKey = ["paymentMethods", "paynow"]

/** The saved payment methods, newest first. */
export function usePaymentMethods(user: StoredUser) {
  const { client } = useClient()
  return useLoaded(
    savedKey,
    (signal) => call("POST /myaccount-core/paymentMethods", customerBody(user, client), { signal }),
    texts.loadFailed,
  )
}

/**
 * The client's business day, "MM/DD/YYYY", from the list of methods on the screen; undefined until
 * a list is loaded. The device may be on another day.
 */
export function useBusinessDay({ isFromPayNow }: { isFromPayNow: boolean }): string | undefined {
  const { data } = useQuery<Listed>({
    queryKey: isFromPayNow ? payNowKey : savedKey,
    enabled: false,
  })
  return data?.currentDate
}

/** Stores the list of methods from the reply to a change, so that every screen shows it at once. */
export function useTakeMethods() {
  const queries = useQueryClient()
  return (paymentMethods: PaymentMethod[], { isFromPayNow }: { isFromPayNow: boolean }) =>
    take(queries, paymentMethods, isFromPayNow)
}

function take(queries: QueryClient, paymentMethods: PaymentMethod[], isFromPayNow: boolean) {
  const [known, outdated] = isFromPayNow ? [payNowKey, savedKey] : [savedKey, payNowKey]
  queries.setQueryData<Listed>(known, (old) => old && { ...old, paymentMethods, messages: [] })
  queries.removeQueries({ queryKey: outdated })
  // Products show their auto pay method, which may have changed.
  const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryKey[0] !== "paymentMethods" && queryKey[0] !== "states"
  void queries.invalidateQueries({ predicate: isOther })
}
