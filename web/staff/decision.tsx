import { useState } from "react"
import { useSubmit } from "#web/forms/use-submit.ts"
import { ChangeButton } from "#web/shell/account-system/change-button.tsx"
import { Button } from "#web/ui/button.tsx"
import { Dialog, DialogActions } from "#web/ui/dialog.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { useHasRole } from "./roles.ts"
import styles from "./staff.module.css"
import * as texts from "./texts.ts"

export type MoneyDecision = "approve" | "refuse" | "withdraw"

interface DecisionProps {
  isOwn: boolean
  /** The request after a verb, such as " the refund of $10.00 for James Okafor". */
  label: string
  /** The effect of an approval in sentences. */
  effect: readonly string[]
  /** The button that approves, with the amount. */
  confirm: string
  send: (decision: MoneyDecision) => Promise<void>
  /** Called after each decision, also a failed one, because the list may have changed. */
  onAnswered: () => Promise<unknown>
}

/** The buttons of a request about money. An approval is confirmed with its amount. */
export function Decision({ isOwn, label, effect, confirm, send, onAnswered }: DecisionProps) {
  const { busy, submit } = useSubmit()
  const [chosen, setChosen] = useState<MoneyDecision>()
  const [isConfirming, setConfirming] = useState(false)
  const mayWithdraw = useHasRole("money")

  function decide(decision: MoneyDecision) {
    setChosen(decision)
    void submit(() => send(decision)).then(() => {
      setConfirming(false)
      return onAnswered()
    })
  }

  const second = (decision: "refuse" | "withdraw", name: string, doing: string) => (
    <Button
      look="secondary"
      busy={busy && chosen === decision && doing}
      onClick={() => decide(decision)}
    >
      <span>{name}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </Button>
  )
  if (isOwn) {
    return (
      <div className={styles.intro}>
        <p className={styles.soft}>{texts.ownRequest}</p>
        {mayWithdraw && <div>{second("withdraw", texts.withdraw, texts.withdrawing)}</div>}
      </div>
    )
  }
  return (
    <div className={styles.actions}>
      <ChangeButton onClick={() => setConfirming(true)}>
        {texts.approve}
        <VisuallyHidden>{label}</VisuallyHidden>
      </ChangeButton>
      {second("refuse", texts.refuse, texts.refusing)}
      <Dialog
        open={isConfirming}
        title={texts.confirmApproval}
        onClose={() => setConfirming(false)}
      >
        {effect.map((sentence) => (
          <p key={sentence} className={styles.more}>
            {sentence}
          </p>
        ))}
        <DialogActions>
          <Button
            busy={busy && chosen === "approve" && texts.approving}
            onClick={() => decide("approve")}
          >
            {confirm}
          </Button>
          <Button look="secondary" disabled={busy} onClick={() => setConfirming(false)}>
            {texts.cancel}
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  )
}
