import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { TextLink } from "#web/ui/text/text-link.tsx"
import { isChoosable, methodProblem } from "./method-option.ts"
import * as texts from "./texts.ts"
import styles from "./unverified-notes.module.css"

interface UnverifiedNotesProps {
  methods: readonly PaymentMethod[]
  chosen: PaymentMethod | undefined
}

/**
 * Explains why bank accounts cannot be chosen, as long as no method is chosen. A chosen method has
 * an alert instead.
 */
export function UnverifiedNotes({ methods, chosen }: UnverifiedNotesProps) {
  const missing = chosen ? [] : methods.filter((method) => !isChoosable(method))
  if (missing.length === 0) return null
  return (
    <ul className={styles.notes}>
      {missing.map((method) => (
        <li key={method.paymentRecordId}>
          <span>{methodProblem(method)}</span>{" "}
          {method.isBlocked !== "Y" && method.verifyAt !== "" && <VerifyLink method={method} />}
        </li>
      ))}
    </ul>
  )
}

/** Opens the page of the gateway where the customer confirms the deposits. */
export function VerifyLink({ method }: { method: PaymentMethod }) {
  return (
    <TextLink href={method.verifyAt} target="_blank" rel="noreferrer">
      {texts.verify(method.paymentMethodHeader)}
    </TextLink>
  )
}
