import type { StoredUser } from "#contracts/appauth/shapes.ts"
import { signedInContents } from "#contracts/signed-in-contents.ts"
import { call } from "../api.ts"
import { useContents } from "../content.ts"
import { customerBody } from "../customer.ts"
import { useClient } from "../init.ts"
import { LoadFailed } from "../load-failed.tsx"
import { useUser } from "../session.ts"
import { useLoaded } from "../use-loaded.ts"
import styles from "./products.module.css"
import { ProductsLoading } from "./products-loading.tsx"
import { ProductsView } from "./products-view.tsx"

/** What the customer holds, and held. */
export default function Products() {
  const user = useUser()
  return user && <ProductsOf user={user} />
}

function ProductsOf({ user }: { user: StoredUser }) {
  const { client } = useClient()
  const contents = useContents(signedInContents.products)
  const { data, failed, busy, tryAgain } = useLoaded(["productSummary"], (signal) =>
    call("POST /myaccount-core/productSummary", customerBody(user, client), { signal }),
  )

  return (
    <div className={styles.page}>
      <h1>Products</h1>
      {failed ? (
        // Also in place of an earlier answer: what is held may no longer be so.
        <LoadFailed text="Your products could not be loaded." busy={busy} onRetry={tryAgain} />
      ) : data ? (
        <ProductsView summary={data} contents={contents} />
      ) : (
        <ProductsLoading />
      )}
    </div>
  )
}
