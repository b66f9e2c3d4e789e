import { CreditCard, Landmark } from "lucide"
import { RadioCards } from "#web/ui/form/radio-cards.tsx"
import * as texts from "../texts.ts"
import type { MethodDraft } from "./method-draft.ts"

interface KindChoiceProps {
  kind: MethodDraft["kind"]
  onChoose: (kind: MethodDraft["kind"]) => void
}

const kinds = [
  { value: "card", icon: CreditCard, label: texts.creditCard },
  { value: "bank", icon: Landmark, label: texts.bankAccount },
] as const

/** Asks whether to add a card or a bank account. */
export function KindChoice({ kind, onChoose }: KindChoiceProps) {
  return (
    <RadioCards
      legend={texts.kindOfPaymentMethod}
      isLegendHidden
      options={kinds}
      value={kind}
      onChange={onChoose}
    />
  )
}
