import { CreditCard, Landmark } from "lucide"
import { useId } from "react"
import { Icon } from "../../ui/icon.tsx"
import styles from "./kind-choice.module.css"
import type { MethodDraft } from "./method-draft.ts"

interface KindChoiceProps {
  kind: MethodDraft["kind"]
  onChoose: (kind: MethodDraft["kind"]) => void
}

const kinds = [
  { kind: "card", icon: CreditCard, label: "Credit Card" },
  { kind: "bank", icon: Landmark, label: "Bank Account" },
] as const

/** Which kind of method is added. */
export function KindChoice({ kind: chosen, onChoose }: KindChoiceProps) {
  const name = useId()
  return (
    <fieldset>
      <legend className="visually-hidden">Kind of payment method</legend>
      <div className={styles.kinds}>
        {kinds.map(({ kind, icon, label }) => (
          <label key={kind} className={styles.kind}>
            <input
              type="radio"
              name={name}
              checked={chosen === kind}
              onChange={() => onChoose(kind)}
            />
            <Icon of={icon} size={22} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
