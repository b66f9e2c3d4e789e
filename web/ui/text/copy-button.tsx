import { Check, Copy } from "lucide"
import { useState } from "react"
import { classNames } from "../class-names.ts"
import { Icon } from "../icon.tsx"
import styles from "./copy-button.module.css"
import { VisuallyHidden } from "./visually-hidden.tsx"

interface CopyButtonProps {
  text: string
  /** The name of the text, such as "certificate number". */
  what: string
  /** Places it below the text, where its label also fits on a phone. */
  beneath?: boolean
}

/** Copies a long number and reports the result. */
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
        <span>
          {outcome === "failed" &&
            `Your browser does not allow it. Please select the ${what} instead.`}
        </span>
      </span>
    </span>
  )
}

/**
 * Copies a text to the clipboard, even on pages served over plain HTTP, where browsers hide the
 * clipboard API. Returns whether it succeeded.
 */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** Copies the selection, for older browsers and plain HTTP. */
function copySelected(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement("textarea")
  area.value = text
  area.readOnly = true
  area.style.position = "fixed"
  area.style.opacity = "0"
  // Nothing outside of an open dialog can be selected, and browsers report success anyway.
  const place = focused?.closest("dialog") ?? document.body
  place.append(area)
  area.select()
  const isCopied = document.activeElement === area && document.execCommand("copy")
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
