import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { signedInContents } from "#contracts/brands/signed-in-contents.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { customerBody } from "#contracts/products/customer-body.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { screens } from "#contracts/screens.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { navigate } from "#web/app/location.ts"
import { useClient } from "#web/brands/init.ts"
import { useContents } from "#web/brands/use-contents.ts"
import { call } from "#web/calls/api.ts"
import { useLoaded } from "#web/calls/use-loaded.ts"
import { savedState } from "#web/forms/history-state.ts"
import { useUser } from "#web/identity/session/session.ts"
import { usePlanned } from "#web/products/product/planned.ts"
import { FailureAlert } from "#web/shell/notifications/failure-alert.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { AmountParts } from "../amount-parts.tsx"
import { ChangeAutoPay } from "../auto-pay/change-auto-pay.tsx"
import { SkipPayment } from "../auto-pay/skip-payment.tsx"
import { StopAutoPay } from "../auto-pay/stop-auto-pay.tsx"
import { CenterPage } from "../center-page.tsx"
import * as texts from "../texts.ts"
import styles from "./amount-popup.module.css"
import { CenterLoading } from "./payment-center-loading.tsx"
import { ProductsView } from "./payment-center-view.tsx"
import { firstSelected } from "./selection.ts"
import { Agreements } from "./signed-authorizations.tsx"

type PopupName = "amount" | "change" | "stop" | "skip"

/** The products of the payment center: pay now, or change the payment settings. */
export default function PaymentCenter() {
  const user = useUser()
  return user && <PaymentCenterOf user={user} />
}

function PaymentCenterOf({ user }: { user: StoredUser }) {
  const { client } = useClient()
  const contents = useContents(signedInContents.paymentCenter)
  const { data, failed, busy, tryAgain } = useLoaded(
    ["paymentCenter"],
    (signal) => call("POST /myaccount-core/products", customerBody(user, client), { signal }),
    texts.loadFailed,
  )
  const [selectedNumber, select] = useState<string>()
  const [popup, setPopup] = useState<{ name: PopupName; product: Product } | null>(null)
  const productOf = (name: PopupName) => (popup?.name === name ? popup.product : null)

  // If reloading fails, old data is not shown as current.
  const products = failed ? [] : (data?.activeProducts ?? [])
  const selected =
    products.find(({ policyNumber }) => policyNumber === selectedNumber) ?? firstSelected(products)

  const plannedOf = usePlanned(user, products.length > 0)

  function payNow(selectedProduct: Product) {
    const state = { selectedProduct, clientName: data?.clientName, originScreen: "PAYMENT_CENTER" }
    navigate(screens.payNow.path, { state: savedState(state) })
  }

  return (
    <CenterPage>
      {failed ? (
        <LoadFailed messages={failed} busy={busy} onRetry={tryAgain} />
      ) : data ? (
        <ProductsView
          products={products}
          selected={selected}
          contents={contents}
          plannedOf={plannedOf}
          today={data.currentDate}
          onSelect={(product) => select(product.policyNumber)}
          onPayNow={payNow}
          onChange={(product) => setPopup({ name: "change", product })}
          onStop={(product) => setPopup({ name: "stop", product })}
          onSkip={(product) => setPopup({ name: "skip", product })}
          onAmount={(product) => setPopup({ name: "amount", product })}
        />
      ) : (
        <CenterLoading />
      )}
      {data && <Agreements user={user} />}
      <AmountPopup product={productOf("amount")} user={user} onClose={() => setPopup(null)} />
      {data && (
        <>
          <ChangeAutoPay product={productOf("change")} user={user} onClose={() => setPopup(null)} />
          <StopAutoPay product={productOf("stop")} user={user} onClose={() => setPopup(null)} />
          <SkipPayment product={productOf("skip")} user={user} onClose={() => setPopup(null)} />
        </>
      )}
    </CenterPage>
  )
}

interface AmountPopupProps {
  /** Null while the popup is closed. */
  product: Product | null
  user: StoredUser
  onClose: () => void
}

/** The current parts of a product's amount due. */
function AmountPopup({ product, user, onClose }: AmountPopupProps) {
  return (
    <Dialog open={product !== null} title={texts.amountDue} onClose={onClose}>
      {product && <AmountOf product={product} user={user} />}
    </Dialog>
  )
}

function AmountOf({ product, user }: { product: Product; user: StoredUser }) {
  const { client } = useClient()
  const { policyNumber } = product
  const { data, error } = useQuery({
    queryKey: ["paymentInfo", policyNumber],
    queryFn: ({ signal }) => {
      const body = { ...customerBody(user, client), policyNumber, csUserid: "" }
      return call("POST /myaccount-core/paymentInfo", body, { signal })
    },
    staleTime: 0,
    gcTime: 0,
  })
  const info = data?.paymentInfo ?? (product.paymentInfoLoaded ? product.paymentInfo : undefined)
  return (
    <div className={styles.content}>
      <p className={styles.product}>{product.productDesc}</p>
      {error && <FailureAlert error={error} />}
      {info && <AmountParts info={info} />}
    </div>
  )
}
