import type { StoredUser } from "#contracts/appauth/shapes.ts"
import { signedInContents } from "#contracts/signed-in-contents.ts"
import { call } from "../api.ts"
import { useContents } from "../content.ts"
import { customerBody } from "../customer.ts"
import { useClient } from "../init.ts"
import { LoadFailed } from "../load-failed.tsx"
import { usePath } from "../location.ts"
import { screenTitle } from "../page-title.ts"
import { useUser } from "../session.ts"
import { useLoaded } from "../use-loaded.ts"
import { BackLink } from "./back-link.tsx"
import { DetailsLoading } from "./details-loading.tsx"
import { DetailsView } from "./details-view.tsx"
import { NoSuchProduct } from "./no-such-product.tsx"
import styles from "./product-details.module.css"

/** One product with all that belongs to it; the address names it. */
export default function ProductDetails() {
  const user = useUser()
  const [, , policyNumber = ""] = usePath().split("/")
  return user && <DetailsOf user={user} policyNumber={decodeURIComponent(policyNumber)} />
}

function DetailsOf({ user, policyNumber }: { user: StoredUser; policyNumber: string }) {
  const { client, clientName } = useClient()
  const contents = useContents(signedInContents.productDetails)
  const { data, failed, notFound, busy, tryAgain } = useLoaded(
    ["productDetails", policyNumber],
    (signal) => {
      const body = { ...customerBody(user, client), policyNumber }
      return call("POST /myaccount-core/productDetails", body, { signal })
    },
  )

  return (
    <div className={styles.page}>
      <div>
        <BackLink />
        <p className={styles.onPaper}>
          {clientName} · {user.firstName} {user.lastName}
        </p>
        <h1>{data && !failed ? data.productDetail.productDesc : screenTitle("productDetails")}</h1>
      </div>
      {notFound ? (
        <NoSuchProduct />
      ) : failed ? (
        <LoadFailed text="This product could not be loaded." busy={busy} onRetry={tryAgain} />
      ) : data ? (
        <DetailsView details={data} contents={contents} />
      ) : (
        <DetailsLoading />
      )}
    </div>
  )
}
