import { Plus } from "lucide"
import type { PaymentMethod } from "#contracts/payments/payment-methods.ts"
import { Icon } from "../../ui/icon.tsx"
import { MethodCard } from "./method-card.tsx"
import styles from "./payment-methods.module.css"

interface MethodListProps {
  methods: readonly PaymentMethod[]
  onAdd: () => void
  onEdit: (method: PaymentMethod) => void
  onDelete: (method: PaymentMethod) => void
}

export function MethodList({ methods, onAdd, onEdit, onDelete }: MethodListProps) {
  return (
    <>
      {methods.length === 0 && (
        <p>
          You have no payment methods yet. Add a card or a bank account to pay with, now or by auto
          pay.
        </p>
      )}
      <ul className={styles.methods}>
        {methods.map((method) => (
          <li key={method.paymentRecordId}>
            <MethodCard method={method} onEdit={onEdit} onDelete={onDelete} />
          </li>
        ))}
        <li>
          <button className={styles.add} type="button" onClick={onAdd}>
            <Icon of={Plus} size={28} />
            Add Payment Method
          </button>
        </li>
      </ul>
    </>
  )
}
