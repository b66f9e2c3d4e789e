import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import type { StaffPayment, StaffRefund } from "#contracts/staff/refunds.ts"
import type { FoundCustomer } from "#contracts/staff/staff.ts"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { call } from "#web/calls/api.ts"
import { useLoaded } from "#web/calls/use-loaded.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { Breakable } from "#web/ui/text/breakable.tsx"
import { Facts } from "#web/ui/text/facts.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { Bills } from "../corrections/bills.tsx"
import { useHasRole } from "../roles.ts"
import styles from "../staff.module.css"
import { referencesOf } from "./references.ts"
import { RefundDialog } from "./refund-dialog.tsx"
import * as texts from "./texts.ts"

/** The account whose bills and payments are shown. */
export type PaymentsAccount = Pick<FoundCustomer, "client" | "accountNumber"> & {
  policyHolder: Pick<FoundCustomer["policyHolder"], "firstName" | "lastName">
}

interface PaymentsProps {
  customer: PaymentsAccount
  /** Called after each refund, credit and write-off, because it may wait for approval now. */
  onRequest: () => void
  onClose: () => void
}

/** The open bills and the payments of a found customer, with credits, write-offs and refunds. */
export function Payments({ customer, onRequest, onClose }: PaymentsProps) {
  const { client, accountNumber, policyHolder } = customer
  const [chosen, setChosen] = useState<StaffPayment | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const queries = useQueryClient()
  const query = { client, accountNumber }
  const key = ["staff-payments", client, accountNumber]
  const { data, failed, busy, tryAgain } = useLoaded(key, (signal) =>
    call("GET /myaccount-core/agent/payments", undefined, { query, signal }),
  )
  useEffect(() => heading.current?.focus(), [])

  function corrected() {
    onRequest()
    heading.current?.focus()
  }

  async function done() {
    setChosen(null)
    onRequest()
    await queries.invalidateQueries({ queryKey: key })
    await queries.invalidateQueries({ queryKey: ["staff-bills", client, accountNumber] })
    heading.current?.focus()
  }

  return (
    <section className={styles.section} aria-labelledby="payments">
      <div className={styles.heading}>
        <h2 id="payments" ref={heading} tabIndex={-1}>
          {texts.paymentsOf(`${policyHolder.firstName} ${policyHolder.lastName}`)}
        </h2>
        <Button look="secondary" onClick={onClose}>
          {texts.closePayments}
        </Button>
      </div>
      <Bills client={client} accountNumber={accountNumber} onCorrection={corrected} />
      <h3>{texts.payments}</h3>
      {failed && <LoadFailed text={texts.paymentsFailed} busy={busy} onRetry={tryAgain} />}
      {!data && !failed && <p role="status">{texts.loadingPayments}</p>}
      {data?.payments.length === 0 && <p className={styles.soft}>{texts.noPayments}</p>}
      <ul className={styles.cards}>
        {data?.payments.map((payment) => (
          <li key={payment.gatewayReference || `${payment.paymentDate} ${payment.policyNumber}`}>
            <PaymentCard payment={payment} onRefund={() => setChosen(payment)} />
          </li>
        ))}
      </ul>
      {data && (
        <RefundDialog
          payment={chosen}
          approvalAbove={data.approvalAbove}
          onDone={() => void done()}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  )
}

function PaymentCard({ payment, onRefund }: { payment: StaffPayment; onRefund: () => void }) {
  const mayRefund = useHasRole("money") && payment.refundableAmount !== "0.00"
  return (
    <Card className={styles.card}>
      <h4>{texts.paymentOf(payment.productDesc, payment.paymentDate)}</h4>
      <Facts
        wide
        facts={[
          { label: texts.amount, value: moneyText(payment.paymentAmount) },
          { label: texts.status, value: payment.paymentStatusLabel },
          { label: texts.paymentMethod, value: payment.paymentMethod },
          { label: texts.planNumber, value: payment.policyNumber },
          ...(payment.confirmationNumber === ""
            ? []
            : [{ label: texts.confirmationNumber, value: payment.confirmationNumber }]),
          ...(payment.gatewayReference === ""
            ? []
            : [
                {
                  label: texts.gatewayReference(payment.gateway),
                  value: <Breakable text={referencesOf(payment)} />,
                },
              ]),
        ]}
      />
      {payment.refunds.length > 0 && (
        <div>
          <h5 className={styles.soft}>{texts.refunds}</h5>
          <ul className={styles.comments}>
            {payment.refunds.map((refund) => (
              <li key={refund.id}>{refundText(refund)}</li>
            ))}
          </ul>
        </div>
      )}
      {mayRefund && (
        <div>
          <Button look="secondary" onClick={onRefund}>
            {texts.refund}
            <VisuallyHidden>{texts.refundFor(payment.paymentDate)}</VisuallyHidden>
          </Button>
        </div>
      )}
    </Card>
  )
}

/** One line about a refund, such as "$10.00, Refunded, 03/15/2026, requested by agent.osei". */
function refundText(refund: StaffRefund): string {
  const parts = [
    moneyText(refund.refundAmount),
    refund.refundStatusLabel,
    refund.refundDate,
    refund.requestedBy === "" ? texts.madeAtGateway : texts.requestedBy(refund.requestedBy),
    ...(refund.decidedBy === "" ? [] : [texts.decidedBy(refund.decidedBy)]),
    refund.reopens ? texts.reopens : texts.credits,
    ...(refund.reason === "" ? [] : [refund.reason]),
    ...(refund.gatewayReference === "" ? [] : [refund.gatewayReference]),
  ]
  return parts.join(", ")
}
