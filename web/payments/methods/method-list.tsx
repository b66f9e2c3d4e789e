import { Plus } from "lucide"
import { useId } from "react"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { Icon } from "../../ui/icon.tsx"
import { MethodCard } from "./method-card.tsx"
import styles from "./payment-methods.module.css"
import { useWhyNotAdd } from "./staff-rule.ts"
import * as texts from "./texts.ts"

interface MethodListProps {
  methods: readonly PaymentMethod[]
  onAdd: () => void
  onEdit: (method: PaymentMethod) => void
  onDelete: (method: PaymentMethod) => void
}

export function MethodList({ methods, onAdd, onEdit, onDelete }: MethodListProps) {
  const reasonId = useId()
  const blocked = useWhyNotAdd()
  return (
    <>
      {methods.length === 0 && <p>{texts.noMethods}</p>}
      <ul className={styles.methods}>
        {methods.map((method) => (
          <li key={method.paymentRecordId}>
            <MethodCard method={method} onEdit={onEdit} onDelete={onDelete} />
          </li>
        ))}
        <li className={styles.last}>
          <button
            className={styles.add}
            type="button"
            disabled={blocked !== ""}
            aria-describedby={blocked ? reasonId : undefined}
            onClick={onAdd}
          >
            <Icon of={Plus} size={28} />
            <span>{texts.addPaymentMethod}</span>
          </button>
          {blocked && (
            <p className={styles.reason} id={reasonId}>
              {blocked}
            </p>
          )}
        </li>
      </ul>
    </>
  )
}
