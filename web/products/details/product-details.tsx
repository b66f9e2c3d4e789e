import { ArrowLeft } from "lucide"
import type { MouseEvent } from "react"
import { signedInContents } from "#contracts/brands/signed-in-contents.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { customerBody } from "#contracts/products/customer-body.ts"
import { screens } from "#contracts/screens.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { usePath } from "#web/app/location.ts"
import { screenTitle } from "#web/app/page-title.ts"
import { useClient } from "#web/brands/init.ts"
import { useContents } from "#web/brands/use-contents.ts"
import { call } from "#web/calls/api.ts"
import { useLoaded } from "#web/calls/use-loaded.ts"
import { useUser } from "#web/identity/session/session.ts"
import { ButtonLink } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { leaveDialogs } from "#web/ui/dialog-history.ts"
import { Icon } from "#web/ui/icon.tsx"
import { LoadingText, Skeleton } from "#web/ui/skeleton.tsx"
import { Facts } from "#web/ui/text/facts.tsx"
import { TextLink } from "#web/ui/text/text-link.tsx"
import * as texts from "../texts.ts"
import { DetailsView } from "./details-view.tsx"
import { policyNumberIn } from "./policy-number-in.ts"
import styles from "./product-details.module.css"

const labels = [
  texts.coverageType,
  texts.status,
  texts.coverageEffectiveDate,
  texts.paymentDueDate,
  texts.paymentFrequency,
]

/** Placeholders for the content, with the labels that nearly every product has. */
function DetailsLoading() {
  return (
    <section className={styles.section} aria-labelledby="product-overview">
      <h2 id="product-overview">{texts.productOverview}</h2>
      <Card>
        <Facts
          wide
          facts={labels.map((label, index) => ({
            label,
            value: (
              <>
                {index === 0 && <LoadingText text={texts.loadingThisProduct} />}
                <Skeleton shape="short-line" />
              </>
            ),
          }))}
        />
      </Card>
    </section>
  )
}

/** One product with all its details. The address contains its number. */
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
    texts.detailsLoadFailed,
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
        <LoadFailed messages={failed} busy={busy} onRetry={tryAgain} />
      ) : data ? (
        <DetailsView user={user} details={data} contents={contents} />
      ) : (
        <DetailsLoading />
      )}
    </div>
  )
}

/** Returns to the previous screen, or to the list of products after an email link or bookmark. */
function BackLink() {
  function goBack(event: MouseEvent) {
    // Browsers without the Navigation API cannot tell whether the previous page belongs to this
    // site.
    if (!window.navigation?.canGoBack) return
    event.preventDefault()
    void leaveDialogs().then(() => history.back())
  }
  return (
    <TextLink alone className={styles.back} href={screens.products.path} onClick={goBack}>
      <Icon of={ArrowLeft} size={20} />
      <span>{texts.back}</span>
    </TextLink>
  )
}

/** Shown for an unknown number and for another customer's number alike. */
function NoSuchProduct() {
  return (
    <Card className={styles.gone}>
      <p>{texts.noSuchProduct}</p>
      <ButtonLink href={screens.products.path}>{texts.seeYourProducts}</ButtonLink>
    </Card>
  )
}
