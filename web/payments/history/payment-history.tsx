import { useEffect } from "react"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { PastCredit, PastPayment, SkippedCharge } from "#contracts/payments/payment-history.ts"
import { customerBody } from "#contracts/products/customer-body.ts"
import { screens } from "#contracts/screens.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { screenTitle } from "#web/app/page-title.ts"
import { useClient } from "#web/brands/init.ts"
import { call } from "#web/calls/api.ts"
import { useLoaded } from "#web/calls/use-loaded.ts"
import { useUser } from "#web/identity/session/session.ts"
import { TextLink } from "#web/ui/text/text-link.tsx"
import { Card } from "../../ui/card.tsx"
import { LoadingText, Skeleton } from "../../ui/skeleton.tsx"
import { CenterPage } from "../center-page.tsx"
import * as texts from "../texts.ts"
import { forgetUnseenPayment } from "../unseen-payment.ts"
import { CreditCard } from "./credit-entry.tsx"
import { PaymentCard } from "./history-entry.tsx"
import styles from "./payment-history.module.css"
import { SkippedCard } from "./skipped-entry.tsx"

const places = ["first", "second", "third"]

/** Placeholders for the content. */
function HistoryLoading() {
  return (
    <div className={styles.list}>
      {places.map((place, index) => (
        <Card key={place}>
          {index === 0 && <LoadingText text={texts.loadingYourPayments} />}
          <Skeleton shape="title" />
          <Skeleton />
          <Skeleton shape="short-line" />
        </Card>
      ))}
    </div>
  )
}

/** The customer's payments and their outcomes. */
export default function PaymentHistory() {
  const user = useUser()
  return user && <HistoryOf user={user} />
}

function HistoryOf({ user }: { user: StoredUser }) {
  const { client } = useClient()
  const { data, failed, busy, tryAgain } = useLoaded(
    ["payment-history"],
    (signal) => call("POST /myaccount-core/paymentHistory", customerBody(user, client), { signal }),
    texts.historyLoadFailed,
  )

  useEffect(() => {
    if (data) forgetUnseenPayment()
  }, [data])

  // The email with the receipt links to its payment.
  const isLoaded = data !== undefined
  useEffect(() => {
    if (isLoaded) document.getElementById(location.hash.slice(1))?.focus()
  }, [isLoaded])

  return (
    <CenterPage title={screenTitle("paymentHistory")}>
      {failed && <LoadFailed messages={failed} busy={busy} onRetry={tryAgain} />}
      {data ? (
        <HistoryView
          payments={data.payments}
          skipped={data.skippedCharges}
          credits={data.credits}
        />
      ) : (
        !failed && <HistoryLoading />
      )}
    </CenterPage>
  )
}

interface HistoryViewProps {
  payments: readonly PastPayment[]
  skipped: readonly SkippedCharge[]
  credits: readonly PastCredit[]
}

function HistoryView({ payments, skipped, credits }: HistoryViewProps) {
  if (payments.length + skipped.length + credits.length === 0) {
    return (
      <Card className={styles.empty}>
        <p>{texts.noPayments}</p>
        <TextLink alone href={screens.paymentCenter.path}>
          {texts.seeWhatIsDue}
        </TextLink>
      </Card>
    )
  }
  return (
    <ul className={styles.list}>
      {skipped.map((charge) => (
        <li key={`${charge.policyNumber} ${charge.chargeDate}`}>
          <SkippedCard charge={charge} />
        </li>
      ))}
      {credits.map((credit) => (
        <li key={credit.creditId}>
          <CreditCard credit={credit} />
        </li>
      ))}
      {payments.map((payment) => (
        <li key={payment.paymentId} id={payment.confirmationNumber || undefined} tabIndex={-1}>
          <PaymentCard payment={payment} />
        </li>
      ))}
    </ul>
  )
}
