import { useQuery } from "@tanstack/react-query"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { customerBody } from "#contracts/products/customer-body.ts"
import { payNowOf } from "#contracts/products/display-style-rules.ts"
import { screens } from "#contracts/screens.ts"
import { navigate } from "#web/app/location.ts"
import { useClient } from "#web/brands/init.ts"
import { call } from "#web/calls/api.ts"
import { savedState } from "#web/forms/history-state.ts"
import { Button, ButtonLink } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { Skeleton } from "#web/ui/skeleton.tsx"
import { Amount } from "../product/amount.tsx"
import { AmountNote } from "../product/amount-note.tsx"
import { AutoPayNotice } from "../product/auto-pay-notice.tsx"
import { NextSteps } from "../product/next-steps.tsx"
import { usePlans } from "../product/planned.ts"
import { StatusBadge } from "../product/status-badge.tsx"
import * as texts from "../texts.ts"
import styles from "./product-details.module.css"

interface PaymentProps {
  user: StoredUser
  policyNumber: string
}

function usePayable({ user, policyNumber }: PaymentProps) {
  const { client } = useClient()
  const { data, error } = useQuery({
    queryKey: ["paymentCenter"],
    queryFn: ({ signal }) =>
      call("POST /myaccount-core/products", customerBody(user, client), { signal }),
  })
  const product = data?.activeProducts.find((one) => one.policyNumber === policyNumber)
  return { data, product, failed: error !== null || (data !== undefined && !product) }
}

/** The button to pay for an active product. Renders nothing if there is nothing to pay. */
export function PayButton(props: PaymentProps) {
  const { data, product } = usePayable(props)
  if (!product || payNowOf(product).disable === "Y") return null

  function payNow() {
    const state = { selectedProduct: product, clientName: data?.clientName }
    const kept = savedState({ ...state, originScreen: "PAYMENT_CENTER" })
    navigate(screens.payNow.path, { state: kept })
  }

  return <Button onClick={payNow}>{payNowOf(product).label}</Button>
}

/** The amount owed for an active product, and the next step. Renders nothing if loading fails. */
export function Payment({ user, policyNumber }: PaymentProps) {
  const { data, product, failed } = usePayable({ user, policyNumber })
  const { plannedOf, isLoading } = usePlans(user, true)
  const planned = plannedOf(policyNumber)
  if (failed) return null
  // Auto Pay pays this amount, so the customer does not have to look for it.
  const isOwn = product?.paymentStatusDisplayStyle !== "autopay"
  // The sentence about the charge states the amount. A mark stays beside its amount.
  const isStated =
    !isOwn && (isLoading || planned.charge) && product.amountDueSpecialCharacter === ""
  return (
    <section className={styles.section} aria-labelledby="payment">
      <h2 id="payment">{texts.payment}</h2>
      <Card className={styles.payment}>
        {data && product ? (
          <>
            <StatusBadge product={product} planned={planned} />
            <div className={styles.owed}>
              {!isStated && <Amount product={product} large={isOwn} />}
              <NextSteps
                product={product}
                // The overview states the coverage.
                planned={isOwn ? planned : { charge: planned.charge }}
                today={data.currentDate}
              />
              <AmountNote product={product} />
            </div>
            <AutoPayNotice product={product} />
            <div className={styles.actions}>
              <ButtonLink look="secondary" href={screens.paymentCenter.path}>
                {texts.goToPaymentCenter}
              </ButtonLink>
            </div>
          </>
        ) : (
          <Skeleton shape="short-line" />
        )}
      </Card>
    </section>
  )
}
