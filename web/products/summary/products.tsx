import { signedInContents } from "#contracts/brands/signed-in-contents.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { customerBody } from "#contracts/products/customer-body.ts"
import type { ProductSummary } from "#contracts/products/products.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { useClient } from "#web/brands/init.ts"
import { useContents } from "#web/brands/use-contents.ts"
import { call } from "#web/calls/api.ts"
import { useLoaded } from "#web/calls/use-loaded.ts"
import { useUser } from "#web/identity/session/session.ts"
import { Card } from "#web/ui/card.tsx"
import { LoadingText, Skeleton } from "#web/ui/skeleton.tsx"
import { AnnualCostNote } from "../product/amount-note.tsx"
import { disclaimerTitles } from "../product/disclaimer-titles.ts"
import { Disclaimers } from "../product/disclaimers.tsx"
import { NoProducts } from "../product/no-products.tsx"
import * as texts from "../texts.ts"
import { ActiveProducts } from "./active-products.tsx"
import { InactiveProducts } from "./inactive-products.tsx"
import styles from "./products.module.css"

const rows = ["first", "second", "third"]

/** Placeholders for the content. */
function ProductsLoading() {
  return (
    <section className={styles.section} aria-labelledby="active-products">
      <h2 id="active-products">{texts.activeProducts}</h2>
      <Card className={styles.loading}>
        <LoadingText text={texts.loadingYourProducts} />
        {rows.map((row) => (
          <div key={row}>
            <Skeleton />
            <Skeleton shape="short-line" />
          </div>
        ))}
      </Card>
    </section>
  )
}

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
        // Also replaces an earlier reply, because those products may have changed.
        <LoadFailed messages={failed} busy={busy} onRetry={tryAgain} />
      ) : data ? (
        <ProductsView summary={data} contents={contents} />
      ) : (
        <ProductsLoading />
      )}
    </div>
  )
}

interface ProductsViewProps {
  summary: ProductSummary
  contents: Record<string, string>
}

function ProductsView({ summary, contents }: ProductsViewProps) {
  const { activeProducts, inactiveProducts } = summary
  const hasMark = activeProducts.some(
    ({ annualPremiumSpecialCharacter }) => annualPremiumSpecialCharacter !== "",
  )
  return (
    <>
      <section className={styles.section} aria-labelledby="active-products">
        <h2 id="active-products">{texts.activeProducts}</h2>
        {activeProducts.length > 0 ? <ActiveProducts products={activeProducts} /> : <NoProducts />}
        {hasMark && <AnnualCostNote contents={contents} />}
      </section>
      <Disclaimers
        titles={[...disclaimerTitles(activeProducts), "site disclaimer"]}
        contents={contents}
      />
      {inactiveProducts.length > 0 && <InactiveProducts products={inactiveProducts} />}
    </>
  )
}
