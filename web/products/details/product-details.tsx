import { signedInContents } from "#contracts/brands/signed-in-contents.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { usePath } from "#web/app/location.ts"
import { screenTitle } from "#web/app/page-title.ts"
import { useClient } from "#web/brands/init.ts"
import { useContents } from "#web/brands/use-contents.ts"
import { call } from "#web/calls/api.ts"
import { useLoaded } from "#web/calls/use-loaded.ts"
import { customerBody } from "#web/identity/session/customer-body.ts"
import { useUser } from "#web/identity/session/session.ts"
import { BackLink } from "./back-link.tsx"
import { DetailsLoading } from "./details-loading.tsx"
import { DetailsView } from "./details-view.tsx"
import { NoSuchProduct } from "./no-such-product.tsx"
import { policyNumberIn } from "./policy-number-in.ts"
import styles from "./product-details.module.css"
import * as texts from "./texts.ts"

/** One product with all that belongs to it; the address names it. */
export default function ProductDetails() {
  const user = useUser()
  const [, , inAddress = ""] = usePath().split("/")
  return user && <DetailsOf user={user} policyNumber={policyNumberIn(inAddress)} />
}

function DetailsOf({ user, policyNumber }: { user: StoredUser; policyNumber: string }) {
  const { client } = useClient()
  const contents = useContents(signedInContents.productDetails)
  const { data, failed, notFound, busy, tryAgain } = useLoaded(
    ["productDetails", policyNumber],
    (signal) => {
      const body = { ...customerBody(user, client), policyNumber }
      return call("POST /myaccount-core/productDetails", body, { signal })
    },
    texts.loadFailed,
    true,
  )

  return (
    <div className={styles.page}>
      <div>
        <BackLink />
        <h1>{data && !failed ? data.productDetail.productDesc : screenTitle("productDetails")}</h1>
      </div>
      {notFound ? (
        <NoSuchProduct />
      ) : failed ? (
        <LoadFailed busy={busy} onRetry={tryAgain} />
      ) : data ? (
        <DetailsView user={user} details={data} contents={contents} />
      ) : (
        <DetailsLoading />
      )}
    </div>
  )
}
