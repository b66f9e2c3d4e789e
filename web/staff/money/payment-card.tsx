import type { StaffPayment, StaffRefund } from "#contracts/staff/money.ts"
import { Day } from "#web/brands/day.ts"
import { ChangeButton } from "#web/shell/account-system/change-button.tsx"
import { Card } from "#web/ui/card.tsx"
import { Breakable } from "#web/ui/text/breakable.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { Facts } from "#web/ui/text/facts.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import { kept, listed, words } from "#web/ui/text/translate.ts"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { useHasRole } from "../roles.ts"
import styles from "../staff.module.css"
import type { ChosenRequest } from "./money-dialog.tsx"
import * as texts from "./texts.ts"

interface PaymentCardProps {
  payment: StaffPayment
  onChoose: (request: ChosenRequest) => void
}

/** One payment with its references and refunds. */
export function PaymentCard({ payment, onChoose }: PaymentCardProps) {
  const hasMoneyRole = useHasRole("money")
  const mayRefund = hasMoneyRole && payment.refundableAmount !== "0.00"
  return (
    <Card className={styles.card}>
      <h4>{texts.paymentOf(payment.productDesc, <Day of={payment.paymentDate} />)}</h4>
      <Facts
        wide
        facts={[
          { label: texts.amount, value: moneyText(payment.paymentAmount) },
          {
            label: texts.status,
            value: texts.statusOf(payment.paymentStatusLabel, <Day of={payment.statusDate} />),
          },
          {
            label: texts.madeBy,
            value: payment.isAutoPay === "Y" ? texts.autoPay : texts.customer,
          },
          { label: texts.paymentMethod, value: kept`${payment.paymentMethod}` },
          { label: texts.planNumber, value: payment.policyNumber },
          ...(payment.confirmationNumber === ""
            ? []
            : [{ label: texts.confirmationNumber, value: kept`${payment.confirmationNumber}` }]),
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
      {payment.explanation && <CleanHtml html={payment.explanation} />}
      {payment.refunds.length > 0 && (
        <div>
          <h5 className={styles.soft}>{texts.refunds}</h5>
          <ul className={styles.comments}>
            {payment.refunds.map((refund) => (
              <li key={refund.id}>
                <span>{refundText(refund)}</span>{" "}
                {hasMoneyRole && refund.isReversible && (
                  <ChangeButton look="quiet" onClick={() => onChoose(reversalOf(refund))}>
                    {texts.openBill}
                    <VisuallyHidden>
                      {texts.openBillOf(moneyText(refund.refundAmount))}
                    </VisuallyHidden>
                  </ChangeButton>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {hasMoneyRole && payment.isTooOldToRefund && (
        <p className={styles.soft}>{texts.tooOldToRefund}</p>
      )}
      {mayRefund && (
        <div>
          <ChangeButton look="secondary" onClick={() => onChoose({ ask: "refund", payment })}>
            {texts.refund}
            <VisuallyHidden>{texts.refundFor(<Day of={payment.paymentDate} />)}</VisuallyHidden>
          </ChangeButton>
        </div>
      )}
    </Card>
  )
}

/** One line about a refund, such as "$10.00, Refunded, Sun, Mar 15, requested by agent.osei". */
function refundText(refund: StaffRefund) {
  return listed([
    moneyText(refund.refundAmount),
    words(refund.refundStatusLabel),
    <Day key="date" of={refund.refundDate} />,
    refund.requestedBy === "" ? words(texts.madeAtGateway) : texts.requestedBy(refund.requestedBy),
    ...(refund.decidedBy === "" ? [] : [texts.decidedBy(refund.decidedBy)]),
    words(refund.reopens ? texts.reopens : texts.credits),
    ...(refund.reason === "" ? [] : [words(refund.reason)]),
    ...(refund.gatewayReference === "" ? [] : [refund.gatewayReference]),
  ])
}

function reversalOf({ id, refundAmount }: StaffRefund): ChosenRequest {
  return { ask: "reversal", of: "refund", id, kind: "refund", amount: refundAmount }
}

/** The payment's references at the gateway: its own, and that of its charge if there is one. */
function referencesOf({ gatewayReference, chargeReference }: StaffPayment): string {
  return [gatewayReference, chargeReference].filter((reference) => reference !== "").join(" · ")
}
