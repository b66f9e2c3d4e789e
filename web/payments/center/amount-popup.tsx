import { useQuery } from "@tanstack/react-query"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { Product } from "#contracts/products/shapes.ts"
import { useClient } from "#web/brands/init.ts"
import { call } from "#web/calls/api.ts"
import { customerBody } from "#web/identity/session/customer-body.ts"
import { FailureAlert } from "#web/shell/notifications/failure-alert.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { AmountParts } from "../amount-parts.tsx"
import styles from "./amount-popup.module.css"
import * as texts from "./texts.ts"

interface AmountPopupProps {
  /** Null while it is closed. */
  product: Product | null
  user: StoredUser
  onClose: () => void
}

/** The current parts of a product's amount due. */
export function AmountPopup({ product, user, onClose }: AmountPopupProps) {
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
