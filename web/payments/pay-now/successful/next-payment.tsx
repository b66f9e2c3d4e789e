import { useQuery } from "@tanstack/react-query"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { policyHolderBody } from "#contracts/products/customer-body.ts"
import { payNowOf } from "#contracts/products/display-style-rules.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { useClient } from "#web/brands/init.ts"
import { call } from "#web/calls/api.ts"
import { Button } from "#web/ui/button.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import { firstAmount } from "../form/method-rule.ts"
import { usePayNowData } from "../pay-now-data.ts"
import * as texts from "../texts.ts"

interface NextPaymentProps {
  user: StoredUser
  /** The policy number of the paid product, whose amount due may not show the payment yet. */
  paid: string
  originScreen: string
  onNext: (product: Product) => void
}

/**
 * Opens the payment of the next product that is due, if there is one. Its amount is the one that
 * Pay Now then proposes.
 */
export function NextPayment({ user, paid, originScreen, onNext }: NextPaymentProps) {
  const { client } = useClient()
  const { data } = useQuery({
    queryKey: ["dashboard"],
    queryFn: ({ signal }) =>
      call("POST /myaccount-core/dashboard", policyHolderBody(user, client), { signal }),
    staleTime: 0,
  })
  const next = data?.paymentsDue.find(
    (product) => product.policyNumber !== paid && payNowOf(product).disable === "N",
  )
  const payable = usePayNowData(user, next?.policyNumber, originScreen).data
  const amount = payable && !payable.openPayment && firstAmount(payable)
  if (!next || !amount) return null
  return (
    <Button look="secondary" onClick={() => onNext(next)}>
      {texts.payNext(moneyText(amount))}
    </Button>
  )
}
