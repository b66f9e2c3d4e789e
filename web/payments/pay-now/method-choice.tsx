import type { PaymentMethod } from "#contracts/myaccount-core/payment-methods.ts"
import { SelectField } from "../../ui/select-field.tsx"
import { Skeleton } from "../../ui/skeleton.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import styles from "./method-choice.module.css"

interface MethodChoiceProps {
  methods: readonly PaymentMethod[] | undefined
  method: PaymentMethod | undefined
  isLoading: boolean
  onChoose: (recordId: string) => void
}

/** With what is paid. */
export function MethodChoice({ methods, method, isLoading, onChoose }: MethodChoiceProps) {
  if (isLoading) return <MethodLoading />
  if (!methods) return null
  if (methods.length === 0) return <p>No payment methods found</p>
  return (
    <SelectField
      label="Payment method"
      value={method?.paymentRecordId ?? ""}
      options={methods.map(({ paymentRecordId, paymentMethodHeader, isCardExpired }) => ({
        value: paymentRecordId,
        label: isCardExpired === "Y" ? `${paymentMethodHeader} (expired)` : paymentMethodHeader,
      }))}
      onChange={(event) => onChoose(event.target.value)}
    />
  )
}

function MethodLoading() {
  return (
    <div className={styles.loading}>
      <VisuallyHidden>
        <span role="status">Loading your payment methods…</span>
      </VisuallyHidden>
      <Skeleton shape="short-line" />
      <Skeleton shape="button" />
    </div>
  )
}
