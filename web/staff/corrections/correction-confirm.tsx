import { useEffect, useRef } from "react"
import type { Message } from "#contracts/messages.ts"
import { Button } from "#web/ui/button.tsx"
import { DialogActions } from "#web/ui/dialog.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import styles from "../staff.module.css"
import { type ChosenCorrection, effectOf } from "./correction-effect.ts"
import * as texts from "./texts.ts"

interface CorrectionConfirmProps {
  chosen: ChosenCorrection
  /** A decimal text. */
  amount: string
  reason: string
  approvalAbove: string
  busy: boolean
  refusal: readonly Message[]
  onBack: () => void
  onConfirm: () => void
}

/** The effect of a credit or write-off in plain words, before it is sent. */
export function CorrectionConfirm({
  chosen,
  amount,
  reason,
  approvalAbove,
  busy,
  refusal,
  onBack,
  onConfirm,
}: CorrectionConfirmProps) {
  const first = useRef<HTMLParagraphElement>(null)
  useEffect(() => first.current?.focus(), [])
  const [effect, ...more] = effectOf(chosen, amount)
  const confirm = chosen.bill ? texts.confirmWriteOff : texts.confirmCredit
  return (
    <div className={styles.form}>
      <p ref={first} tabIndex={-1}>
        <strong>{effect}</strong>
      </p>
      <p>{[...more, texts.canBeTakenBack].join(" ")}</p>
      <p className={styles.long}>{texts.reasonIs(reason)}</p>
      <p className={styles.soft}>{texts.needsApproval(moneyText(approvalAbove))}</p>
      <div className={styles.refusal} role="alert">
        {refusal.length > 0 && (
          <CleanHtml html={refusal.flatMap(({ content }) => content).join(" ")} />
        )}
      </div>
      <DialogActions>
        <Button look="secondary" disabled={busy} onClick={onBack}>
          {texts.back}
        </Button>
        <Button busy={busy && texts.sending} onClick={onConfirm}>
          {confirm(moneyText(amount))}
        </Button>
      </DialogActions>
    </div>
  )
}
