import { CleanHtml } from "./clean-html.tsx"
import styles from "./money.module.css"
import { moneyText, noteOf, seeNote } from "./money-text.ts"
import { VisuallyHidden } from "./visually-hidden.tsx"

interface MoneyProps {
  /** Dollars and cents as a decimal string, such as "42.50". */
  amount: string
  /** Shown as the largest element of its screen. */
  large?: boolean
}

export function Money({ amount, large }: MoneyProps) {
  return (
    <span className={large ? styles.large : styles.money} translate="no">
      {moneyText(amount)}
    </span>
  )
}

/** An amount with the account system's mark after it. */
export function MarkedMoney({ mark, ...money }: MoneyProps & { mark: string }) {
  return (
    <div className={money.large ? styles.largeMarked : styles.marked}>
      <Money {...money} />
      {mark && <Mark html={mark} />}
    </div>
  )
}

/** The account system's mark. Screen readers read "$55.90, see note 2" instead of "$55.902". */
export function Mark({ html }: { html: string }) {
  const note = noteOf(html)
  return (
    <>
      <VisuallyHidden>{note === undefined ? ", " : seeNote(note)}</VisuallyHidden>
      <CleanHtml className={styles.mark} html={html} aria-hidden={note !== undefined} />
    </>
  )
}
