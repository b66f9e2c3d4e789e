import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import type { GivenAuthorization } from "#contracts/payments/authorizations.ts"
import { customerBody } from "#contracts/products/customer-body.ts"
import { Day } from "#web/brands/day.ts"
import { useClient } from "#web/brands/init.ts"
import { call } from "#web/calls/api.ts"
import { FailureAlert } from "#web/shell/notifications/failure-alert.tsx"
import { Button } from "#web/ui/button.tsx"
import { Money } from "#web/ui/text/money.tsx"
import { AuthorizationPdf } from "../authorization-pdf.tsx"
import * as texts from "../texts.ts"
import styles from "./signed-authorizations.module.css"

/** The person's signed authorizations, fetched when opened. */
export function Agreements({ user }: { user: StoredUser }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.agreements} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.whatYouAgreedTo}</summary>
      {isOpen && <AgreementList user={user} />}
    </details>
  )
}

function AgreementList({ user }: { user: StoredUser }) {
  const { client } = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: ["authorizations"],
    queryFn: ({ signal }) =>
      call("POST /myaccount-core/authorizations", customerBody(user, client), { signal }),
    staleTime: 0,
  })
  if (error && !data) {
    return (
      <div className={styles.failed}>
        <FailureAlert error={error} />
        <Button look="secondary" onClick={() => void refetch()}>
          {texts.tryAgain}
        </Button>
      </div>
    )
  }
  if (!data) return <p role="status">{texts.loadingAuthorizations}</p>
  if (data.authorizations.length === 0) {
    return <p>{texts.noAuthorizations}</p>
  }
  return (
    <ul className={styles.list}>
      {data.authorizations.map((agreement) => (
        <li key={agreement.authorizationId}>
          <Agreement agreement={agreement} />
        </li>
      ))}
    </ul>
  )
}

function Agreement({ agreement }: { agreement: GivenAuthorization }) {
  const { title, policyNumber, policyNumberLabel, agreedDate, isCarriedOut, charges } = agreement
  return (
    <div className={styles.agreement}>
      <div>
        <p className={styles.title}>
          <span>{title}</span>
          {isCarriedOut === "N" && <span>{texts.notCarriedOut}</span>}
        </p>
        <p className={styles.soft}>
          <Day of={agreedDate} />
          <span>{`, ${policyNumberLabel.toLowerCase()}`}</span>{" "}
          <span translate="no">{policyNumber}</span>
        </p>
      </div>
      <div className={styles.file}>
        <AuthorizationPdf {...agreement} />
      </div>
      {charges.length > 0 && (
        <details className={styles.charges}>
          <summary>{texts.chargesUnderIt(charges.length)}</summary>
          <ul>
            {charges.map(({ paymentId, paymentDate, paymentAmount, paymentStatusLabel }) => (
              <li key={paymentId}>
                <Day of={paymentDate} />
                <span>{": "}</span>
                <Money amount={paymentAmount} /> <span>{`(${paymentStatusLabel})`}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
