import { Plus } from "lucide"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { Icon } from "../../ui/icon.tsx"
import { MethodCard } from "./method-card.tsx"
import styles from "./payment-methods.module.css"
import * as texts from "./texts.ts"

interface MethodListProps {
  methods: readonly PaymentMethod[]
  onAdd: () => void
  onEdit: (method: PaymentMethod) => void
  onDelete: (method: PaymentMethod) => void
}

export function MethodList({ methods, onAdd, onEdit, onDelete }: MethodListProps) {
  return (
    <>
      {methods.length === 0 && <p>{texts.noMethods}</p>}
      <ul className={styles.methods}>
        {methods.map((method) => (
          <li key={method.paymentRecordId}>
            <MethodCard method={method} onEdit={onEdit} onDelete={onDelete} />
          </li>
        ))}
        <li>
          <button className={styles.add} type="button" onClick={onAdd}>
            <Icon of={Plus} size={28} />
            {texts.addPaymentMethod}
          </button>
        </li>
      </ul>
    </>
  )
}
