import type { StaffCorrection } from "#contracts/staff/money.ts"
import { ChangeButton } from "#web/shell/account-system/change-button.tsx"
import { moneyText } from "#web/ui/text/money-text.ts"
import { kept, listed, words } from "#web/ui/text/translate.ts"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { useHasRole } from "../roles.ts"
import styles from "../staff.module.css"
import type { ChosenReversal } from "./reversal-dialog.tsx"
import * as texts from "./texts.ts"

interface CorrectionsListProps {
  corrections: readonly StaffCorrection[]
  onReverse: (reversal: ChosenReversal) => void
}

/** The credits, write-offs and reversals of a product. Staff can reverse those that are posted. */
export function CorrectionsList({ corrections, onReverse }: CorrectionsListProps) {
  const mayReverse = useHasRole("money")
  if (corrections.length === 0) return null
  return (
    <div>
      <h5 className={styles.soft}>{texts.correctionsTitle}</h5>
      <ul className={styles.comments}>
        {corrections.map((one) => (
          <li key={one.id} className={styles.long}>
            <span>{correctionText(one)}</span>{" "}
            {mayReverse && one.isReversible && (
              <ChangeButton look="quiet" onClick={() => onReverse(reversalOf(one))}>
                {texts.takeBack}
                <VisuallyHidden>
                  {texts.takeBackOf(texts.nameOf[one.kind](moneyText(one.postedAmount)))}
                </VisuallyHidden>
              </ChangeButton>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function reversalOf({ id, kind, postedAmount }: StaffCorrection): ChosenReversal {
  const reversed = kind === "writeOff" ? kind : "credit"
  return { of: "correction", id, kind: reversed, amount: postedAmount }
}

/** One line, such as "Credit $10.00, Posted, 03/15/2026, requested by agent.osei, Goodwill". */
function correctionText(one: StaffCorrection) {
  const { kind, amount, postedAmount, billDueDate, decidedBy, reversedLabel } = one
  const isLess = postedAmount !== "" && postedAmount !== amount && one.status === "posted"
  return listed([
    kept`${words(texts.kinds[kind])} ${moneyText(amount)}`,
    ...(billDueDate === "" ? [] : [texts.dueOn(billDueDate)]),
    ...(reversedLabel === "" ? [] : [words(texts.ofKind(reversedLabel))]),
    words(one.statusLabel),
    ...(isLess ? [texts.postedOnly(moneyText(postedAmount))] : []),
    one.date,
    texts.requestedBy(one.requestedBy),
    ...(decidedBy === "" ? [] : [texts.decidedBy(decidedBy)]),
    words(one.reason),
  ])
}
