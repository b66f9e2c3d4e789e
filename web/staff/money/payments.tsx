import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import type { FoundCustomer } from "#contracts/staff/staff.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { call } from "#web/calls/api.ts"
import { useLoaded } from "#web/calls/use-loaded.ts"
import { Button } from "#web/ui/button.tsx"
import { shownNameOf } from "../comments.ts"
import styles from "../staff.module.css"
import { accountGone } from "../texts.ts"
import { Bills } from "./bills.tsx"
import { type ChosenRequest, MoneyDialog } from "./money-dialog.tsx"
import { PaymentCard } from "./payment-card.tsx"
import * as texts from "./texts.ts"

/** The account whose bills and payments are shown. */
export type PaymentsAccount = Pick<FoundCustomer, "client" | "accountNumber"> & {
  isGone?: boolean

  policyHolder: Pick<FoundCustomer["policyHolder"], "firstName" | "lastName">
}

interface PaymentsProps {
  customer: PaymentsAccount
  /** Called after each refund, credit, write-off and reversal, because it may wait for approval now. */
  onRequest: () => void
  onClose: () => void
}

/** The open bills and the payments of a found customer, with credits, write-offs and refunds. */
export function Payments({ customer, onRequest, onClose }: PaymentsProps) {
  const { client, accountNumber, policyHolder } = customer
  const [chosen, setChosen] = useState<ChosenRequest | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const queries = useQueryClient()
  const query = { client, accountNumber }
  const key = ["staff-payments", client, accountNumber]
  const { data, failed, busy, tryAgain } = useLoaded(
    key,
    (signal) => call("GET /myaccount-core/agent/payments", undefined, { query, signal }),
    texts.paymentsFailed,
  )
  const isGone = data?.isGone ?? customer.isGone
  useEffect(() => heading.current?.focus(), [])

  /** The message about the request is above the heading and stays in view. */
  function focusHeading() {
    heading.current?.focus({ preventScroll: true })
  }

  function corrected() {
    onRequest()
    void queries.invalidateQueries({ queryKey: key })
    focusHeading()
  }

  async function done() {
    setChosen(null)
    onRequest()
    await queries.invalidateQueries({ queryKey: key })
    await queries.invalidateQueries({ queryKey: ["staff-bills", client, accountNumber] })
    focusHeading()
  }

  return (
    <section className={styles.section} aria-labelledby="payments">
      <div className={styles.heading}>
        <h2 id="payments" ref={heading} tabIndex={-1}>
          {texts.paymentsOf(shownNameOf({ accountNumber, ...policyHolder }))}
        </h2>
        <Button look="secondary" onClick={onClose}>
          {texts.closePayments}
        </Button>
      </div>
      {isGone ? (
        <p>{accountGone}</p>
      ) : (
        <Bills client={client} accountNumber={accountNumber} onCorrection={corrected} />
      )}
      <h3>{texts.payments}</h3>
      {failed && <LoadFailed messages={failed} busy={busy} onRetry={tryAgain} />}
      {!data && !failed && <p role="status">{texts.loadingPayments}</p>}
      {data?.payments.length === 0 && <p className={styles.soft}>{texts.noPayments}</p>}
      <ul className={styles.cards}>
        {data?.payments.map((payment) => (
          <li key={payment.gatewayReference || `${payment.paymentDate} ${payment.policyNumber}`}>
            <PaymentCard payment={payment} onChoose={setChosen} />
          </li>
        ))}
      </ul>
      {data && (
        <MoneyDialog
          {...{ chosen, client, accountNumber }}
          approvalAbove={data.approvalAbove}
          onDone={() => void done()}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  )
}
