import { signedInContents } from "#contracts/brands/signed-in-contents.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { useClient } from "#web/brands/init.ts"
import { useContents } from "#web/brands/use-contents.ts"
import { call } from "#web/calls/api.ts"
import { useLoaded } from "#web/calls/use-loaded.ts"
import { customerBody } from "#web/identity/session/customer-body.ts"
import { useUser } from "#web/identity/session/session.ts"
import styles from "./products.module.css"
import { ProductsLoading } from "./products-loading.tsx"
import { ProductsView } from "./products-view.tsx"
import * as texts from "./texts.ts"

/** The customer's active and inactive products. */
export default function Products() {
  const user = useUser()
  return user && <ProductsOf user={user} />
}

function ProductsOf({ user }: { user: StoredUser }) {
  const { client } = useClient()
  const contents = useContents(signedInContents.products)
  const { data, failed, busy, tryAgain } = useLoaded(
    ["productSummary"],
    (signal) => call("POST /myaccount-core/productSummary", customerBody(user, client), { signal }),
    texts.loadFailed,
  )

  return (
    <div className={styles.page}>
      <h1>{texts.products}</h1>
      {failed ? (
        // Also in place of an earlier answer: what is held may no longer be so.
        <LoadFailed busy={busy} onRetry={tryAgain} />
      ) : data ? (
        <ProductsView summary={data} contents={contents} />
      ) : (
        <ProductsLoading />
      )}
    </div>
  )
}
