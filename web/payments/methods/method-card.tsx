import { CreditCard, Landmark } from "lucide"
import { useId } from "react"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { usePausedReason } from "#web/shell/account-system/while-away.ts"
import { TextButton } from "#web/ui/text/text-link.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { Badge } from "../../ui/badge.tsx"
import { Card } from "../../ui/card.tsx"
import { Icon } from "../../ui/icon.tsx"
import { VerifyLink } from "../unverified-notes.tsx"
import styles from "./method-card.module.css"
import * as texts from "./texts.ts"

interface MethodCardProps {
  method: PaymentMethod
  onEdit: (method: PaymentMethod) => void
  onDelete: (method: PaymentMethod) => void
}

/** One saved card or bank account, with its actions. */
export function MethodCard({ method, onEdit, onDelete }: MethodCardProps) {
  const reasonId = useId()
  const { creditCard, paymentMethodHeader, isCardExpired, isVerified } = method
  const { verifyAt, verifyMessage } = method
  const { editPaymentMethod, deletePaymentMethod } = method.managePaymentMethodOption
  const paused = usePausedReason()
  const blocked = [editPaymentMethod, deletePaymentMethod].filter(({ disable }) => disable === "Y")
  const messages = [...blocked.map(({ message }) => message), paused]
  const reasons = [...new Set(messages)].filter(Boolean)
  const action = ({ disable }: { disable: "Y" | "N" }) => {
    const isDisabled = disable === "Y" || paused !== ""
    return {
      alone: true,
      disabled: isDisabled,
      "aria-describedby": isDisabled && reasons.length > 0 ? reasonId : undefined,
    }
  }
  return (
    <Card className={styles.card}>
      <div className={styles.top}>
        <Icon of={creditCard ? CreditCard : Landmark} size={28} />
        <h3 className={styles.header}>{paymentMethodHeader}</h3>
      </div>
      <MethodFacts method={method} />
      {isCardExpired === "Y" && <p className={styles.note}>{texts.enterNewDate}</p>}
      {isVerified === "N" && (
        <p className={styles.note}>
          <span>{verifyAt === "" ? verifyMessage : texts.notYetVerified}</span>{" "}
          {verifyAt !== "" && <VerifyLink method={method} />}
        </p>
      )}
      <div className={styles.actions}>
        <TextButton {...action(editPaymentMethod)} onClick={() => onEdit(method)}>
          {texts.edit}
          <VisuallyHidden> {paymentMethodHeader}</VisuallyHidden>
        </TextButton>
        <TextButton {...action(deletePaymentMethod)} onClick={() => onDelete(method)}>
          {texts.deleteLabel}
          <VisuallyHidden> {paymentMethodHeader}</VisuallyHidden>
        </TextButton>
      </div>
      {reasons.length > 0 && (
        <p className={styles.note} id={reasonId}>
          {reasons.join(" ")}
        </p>
      )}
    </Card>
  )
}

function MethodFacts({ method }: { method: PaymentMethod }) {
  const { creditCard, bankAccount, cardHolderName, isCardExpired, isVerified } = method
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{creditCard ? texts.cardholder : texts.accountHolder}</dt>
        <dd translate="no">{cardHolderName}</dd>
      </div>
      {creditCard && (
        <div>
          <dt>{texts.expires}</dt>
          <dd className={styles.withBadge}>
            <span translate="no">{creditCard.expirationDate}</span>
            {isCardExpired === "Y" && <Badge tone="danger">{texts.expired}</Badge>}
          </dd>
        </div>
      )}
      {bankAccount && (
        <div>
          <dt>{texts.bank}</dt>
          <dd className={styles.withBadge}>
            <span translate="no">{bankAccount.financialInstitutionName}</span>
            {isVerified === "N" && <Badge tone="warning">{texts.notVerified}</Badge>}
          </dd>
        </div>
      )}
    </dl>
  )
}
