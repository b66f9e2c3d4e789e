import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { TextLink } from "#web/ui/text/text-link.tsx"
import * as texts from "./texts.ts"
import styles from "./unverified-notes.module.css"

interface UnverifiedNotesProps {
  methods: readonly PaymentMethod[]
  chosen: PaymentMethod | undefined
}

/**
 * Explains why bank accounts are missing from the choice of methods. The chosen method has an alert
 * instead.
 */
export function UnverifiedNotes({ methods, chosen }: UnverifiedNotesProps) {
  const unverified = methods.filter((method) => method.isVerified === "N" && method !== chosen)
  if (unverified.length === 0) return null
  return (
    <ul className={styles.notes}>
      {unverified.map((method) => (
        <li key={method.paymentRecordId}>
          <span>{method.verifyMessage}</span>{" "}
          {method.verifyAt !== "" && <VerifyLink method={method} />}
        </li>
      ))}
    </ul>
  )
}

/** Opens the page of the gateway where the customer confirms the two deposits. */
export function VerifyLink({ method }: { method: PaymentMethod }) {
  return (
    <TextLink href={method.verifyAt} target="_blank" rel="noreferrer">
      {texts.confirmDeposits(method.paymentMethodHeader)}
    </TextLink>
  )
}
