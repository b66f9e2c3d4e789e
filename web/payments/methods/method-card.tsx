import { CreditCard, Landmark } from "lucide"
import { type ReactNode, useId } from "react"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { screens } from "#contracts/screens.ts"
import { usePausedReason } from "#web/shell/account-system/while-away.ts"
import { TextButton, TextLink } from "#web/ui/text/text-link.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { Badge } from "../../ui/badge.tsx"
import { Card } from "../../ui/card.tsx"
import { Icon } from "../../ui/icon.tsx"
import { VerifyLink } from "../unverified-notes.tsx"
import styles from "./method-card.module.css"
import * as texts from "./texts.ts"

interface MethodCardProps {
  method: PaymentMethod
  /** Its name, which no other method of the account has. */
  name: string
  /** Undefined if the person cannot add methods. */
  onAdd: (() => void) | undefined
  onEdit: (method: PaymentMethod) => void
  onDelete: (method: PaymentMethod) => void
}

/** One saved card or bank account, with its actions. */
export function MethodCard({ method, name, onAdd, onEdit, onDelete }: MethodCardProps) {
  const reasonId = useId()
  const { creditCard, isCardExpired } = method
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
        <h3 className={styles.header}>{name}</h3>
      </div>
      <MethodFacts method={method} />
      {isCardExpired === "Y" && <p className={styles.note}>{texts.enterNewDate}</p>}
      <AccountNote method={method} onAdd={onAdd} />
      <div className={styles.actions}>
        <TextButton {...action(editPaymentMethod)} onClick={() => onEdit(method)}>
          {texts.edit}
          <VisuallyHidden> {name}</VisuallyHidden>
        </TextButton>
        <TextButton {...action(deletePaymentMethod)} onClick={() => onDelete(method)}>
          {texts.deleteLabel}
          <VisuallyHidden> {name}</VisuallyHidden>
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

/** Why a bank account cannot be charged, and what the person can do. */
function AccountNote({ method, onAdd }: Pick<MethodCardProps, "method" | "onAdd">) {
  const { isBlocked, blockedMessage, isVerified, verifyMessage, verifyAt } = method
  const { isAuthorizationEnded, authorizationMessage } = method
  if (isBlocked === "Y") {
    return (
      <Note text={blockedMessage}>
        {onAdd && <TextButton onClick={onAdd}>{texts.addAnother}</TextButton>}
      </Note>
    )
  }
  if (isVerified === "N") {
    return <Note text={verifyMessage}>{verifyAt !== "" && <VerifyLink method={method} />}</Note>
  }
  if (isAuthorizationEnded !== "Y") return null
  return (
    <Note text={authorizationMessage}>
      <TextLink href={screens.paymentCenter.path}>{texts.seeProducts}</TextLink>
    </Note>
  )
}

function Note({ text, children }: { text: string; children: ReactNode }) {
  return (
    <p className={styles.note}>
      <span>{text}</span> <span>{children}</span>
    </p>
  )
}

function MethodFacts({ method }: { method: PaymentMethod }) {
  const { creditCard, bankAccount, cardHolderName, isCardExpired } = method
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
            <AccountBadge method={method} />
          </dd>
        </div>
      )}
    </dl>
  )
}

function AccountBadge({ method }: { method: PaymentMethod }) {
  const { isBlocked, isVerified, isAuthorizationEnded } = method
  if (isBlocked === "Y") return <Badge tone="danger">{texts.blocked}</Badge>
  if (isVerified === "N") return <Badge tone="warning">{texts.notVerified}</Badge>
  if (isAuthorizationEnded !== "Y") return null
  return <Badge tone="warning">{texts.authorizationEnded}</Badge>
}
