import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import type { StoredUser } from "#contracts/appauth/shapes.ts"
import type { PaymentMethod } from "#contracts/myaccount-core/payment-methods.ts"
import { call } from "../../api.ts"
import { customerBody } from "../../customer.ts"
import { useClient } from "../../init.ts"
import { useLoaded } from "../../use-loaded.ts"

const savedKey = ["paymentMethods", "saved"]
/** With those that were entered for one payment alone. */
const payNowKey = ["paymentMethods", "paynow"]

/** The saved payment methods, newest first. */
export function usePaymentMethods(user: StoredUser) {
  const { client } = useClient()
  return useLoaded(savedKey, (signal) =>
    call("POST /myaccount-core/paymentMethods", customerBody(user, client), { signal }),
  )
}

/** Takes the methods that a change was answered with, so that every screen shows them at once. */
export function useTakeMethods() {
  const queries = useQueryClient()
  return (paymentMethods: PaymentMethod[], { isFromPayNow }: { isFromPayNow: boolean }) =>
    take(queries, paymentMethods, isFromPayNow)
}

function take(queries: QueryClient, paymentMethods: PaymentMethod[], isFromPayNow: boolean) {
  const [known, outdated] = isFromPayNow ? [payNowKey, savedKey] : [savedKey, payNowKey]
  queries.setQueryData(known, { paymentMethods, messages: [] })
  queries.removeQueries({ queryKey: outdated })
  // Products name the method that auto pay uses, and that it uses none any more.
  const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryKey[0] !== "paymentMethods" && queryKey[0] !== "states"
  void queries.invalidateQueries({ predicate: isOther })
}
