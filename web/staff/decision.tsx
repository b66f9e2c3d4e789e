import { type ReactNode, useState } from "react"
import { useSubmit } from "#web/forms/use-submit.ts"
import { ChangeButton } from "#web/shell/account-system/change-button.tsx"
import { Button } from "#web/ui/button.tsx"
import { Dialog, DialogActions } from "#web/ui/dialog.tsx"
import { type Fact, Facts } from "#web/ui/text/facts.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { useHasRole } from "./roles.ts"
import styles from "./staff.module.css"
import * as texts from "./texts.ts"

interface DecisionProps {
  /** Whether this staff member made the request. */
  isOwn: boolean
  /** Whether the request is about an action of this staff member. */
  isOwnCause: boolean
  /** The request after a verb, such as " the refund of $10.00 for James Okafor". */
  label: ReactNode
  /** Sentences about the effect of an approval. */
  effect: readonly ReactNode[]
  /** Details of the request to read before an approval. */
  facts?: readonly Fact[]
  /** The label of the button that approves, with the amount if there is one. */
  confirm: ReactNode
  send: (decision: "approve" | "refuse") => Promise<void>
  /** Set for requests that their own staff member can withdraw. */
  withdraw?: () => Promise<void>
  /** Called after each decision, including failed ones, because the list may have changed. */
  onAnswered: () => Promise<unknown>
}

/** The buttons of a request that needs dual approval. An approval is confirmed in a dialog. */
export function Decision(props: DecisionProps) {
  const { isOwn, isOwnCause, label, effect, facts, confirm, send, withdraw, onAnswered } = props
  const { busy, submit } = useSubmit()
  const [chosen, setChosen] = useState<"approve" | "refuse" | "withdraw">()
  const [isConfirming, setConfirming] = useState(false)
  const mayWithdraw = useHasRole("money")

  function decide(decision: "approve" | "refuse" | "withdraw", work: () => Promise<void>) {
    setChosen(decision)
    void submit(work).then(() => {
      setConfirming(false)
      return onAnswered()
    })
  }

  const second = (
    decision: "refuse" | "withdraw",
    name: string,
    doing: string,
    work: () => Promise<void>,
  ) => (
    <Button
      look="secondary"
      busy={busy && chosen === decision && doing}
      onClick={() => decide(decision, work)}
    >
      <span>{name}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </Button>
  )
  if (isOwn) {
    return (
      <div className={styles.intro}>
        <p className={styles.soft}>{texts.ownRequest}</p>
        {mayWithdraw && withdraw && (
          <div>{second("withdraw", texts.withdraw, texts.withdrawing, withdraw)}</div>
        )}
      </div>
    )
  }
  if (isOwnCause) return <p className={styles.soft}>{texts.ownCause}</p>
  return (
    <div className={styles.actions}>
      <ChangeButton onClick={() => setConfirming(true)}>
        {texts.approve}
        <VisuallyHidden>{label}</VisuallyHidden>
      </ChangeButton>
      {second("refuse", texts.refuse, texts.refusing, () => send("refuse"))}
      <Dialog
        open={isConfirming}
        title={texts.confirmApproval}
        onClose={() => setConfirming(false)}
      >
        {effect.map((sentence, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sentences never change places
          <p key={index} className={styles.more}>
            {sentence}
          </p>
        ))}
        {facts && <Facts facts={facts} />}
        <DialogActions>
          <Button
            busy={busy && chosen === "approve" && texts.approving}
            onClick={() => decide("approve", () => send("approve"))}
          >
            <span>{confirm}</span>
          </Button>
          <Button look="secondary" disabled={busy} onClick={() => setConfirming(false)}>
            {texts.cancel}
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  )
}
