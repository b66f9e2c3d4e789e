import { Check, Copy } from "lucide"
import { useState } from "react"
import { classNames } from "../class-names.ts"
import { Icon } from "../icon.tsx"
import styles from "./copy-button.module.css"
import { copyText } from "./copy-text.ts"
import { VisuallyHidden } from "./visually-hidden.tsx"

interface CopyButtonProps {
  text: string
  /** What the text is, such as "certificate number". */
  what: string
  /** Stands beneath the text and not beside it: then it has room for its word on a phone too. */
  beneath?: boolean
}

/** Copies a number that is long to read out or to type, and says whether it did. */
export function CopyButton({ text, what, beneath }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"copied" | "failed">()

  async function copy() {
    setOutcome(undefined)
    setOutcome((await copyText(text)) ? "copied" : "failed")
  }

  return (
    <span className={classNames(styles.group, !beneath && styles.beside)}>
      <button
        className={styles.button}
        type="button"
        onClick={() => void copy()}
        onBlur={() => setOutcome(undefined)}
      >
        <Icon of={outcome === "copied" ? Check : Copy} size={20} />
        <span className={styles.word}>{outcome === "copied" ? "Copied" : "Copy"}</span>
        <VisuallyHidden> {what}</VisuallyHidden>
      </button>
      <span className={styles.failed} role="status">
        {outcome === "copied" && <VisuallyHidden>{`The ${what} is copied.`}</VisuallyHidden>}
        {outcome === "failed" &&
          `Your browser does not allow it. Please select the ${what} instead.`}
      </span>
    </span>
  )
}
