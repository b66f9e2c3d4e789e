import { CreditCard, Landmark } from "lucide"
import { useId } from "react"
import { classNames } from "../../../ui/class-names.ts"
import { Icon } from "../../../ui/icon.tsx"
import * as texts from "../texts.ts"
import styles from "./kind-choice.module.css"
import type { MethodDraft } from "./method-draft.ts"

interface KindChoiceProps {
  kind: MethodDraft["kind"]
  onChoose: (kind: MethodDraft["kind"]) => void
}

const kinds = [
  { kind: "card", icon: CreditCard, label: texts.creditCard },
  { kind: "bank", icon: Landmark, label: texts.bankAccount },
] as const

/** Asks whether to add a card or a bank account. */
export function KindChoice({ kind: chosen, onChoose }: KindChoiceProps) {
  const name = useId()
  return (
    <fieldset>
      <legend className="visually-hidden">{texts.kindOfPaymentMethod}</legend>
      <div className={styles.kinds}>
        {kinds.map(({ kind, icon, label }) => (
          <label key={kind} className={classNames(styles.kind, chosen === kind && styles.chosen)}>
            <input
              type="radio"
              name={name}
              checked={chosen === kind}
              onChange={() => onChoose(kind)}
            />
            <Icon of={icon} size={22} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
