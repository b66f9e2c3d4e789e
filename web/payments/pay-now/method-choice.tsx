import type { PaymentMethod } from "#contracts/myaccount-core/payment-methods.ts"
import { screens } from "#contracts/screens.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { SelectField } from "../../ui/select-field.tsx"
import { Skeleton } from "../../ui/skeleton.tsx"
import { TextLink } from "../../ui/text-link.tsx"
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
  if (methods.length === 0) {
    return (
      <div className={styles.none}>
        <p>No payment methods found</p>
        <ButtonLink href={screens.paymentMethods.path}>Add Payment Method</ButtonLink>
      </div>
    )
  }
  return (
    <div className={styles.choice}>
      <SelectField
        label="Payment method"
        value={method?.paymentRecordId ?? ""}
        options={methods.map(({ paymentRecordId, paymentMethodHeader, isCardExpired }) => ({
          value: paymentRecordId,
          label: isCardExpired === "Y" ? `${paymentMethodHeader} (expired)` : paymentMethodHeader,
        }))}
        onChange={(event) => onChoose(event.target.value)}
      />
      <TextLink alone href={screens.paymentMethods.path}>
        Edit method
      </TextLink>
    </div>
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
