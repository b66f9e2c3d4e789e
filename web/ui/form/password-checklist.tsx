import { Circle, CircleCheck } from "lucide"
import { classNames } from "../class-names.ts"
import { Icon } from "../icon.tsx"
import { VisuallyHidden } from "../text/visually-hidden.tsx"
import styles from "./password-checklist.module.css"

interface PasswordChecklistProps {
  /** The rules for a new password, and whether each is met. */
  lines: readonly { text: string; isMet: boolean }[]
  /**
   * Whether the password can be saved. A password that is too long meets every rule, and its field
   * shows the error.
   */
  isComplete: boolean
}

/** Updates during typing. After each pause, a screen reader announces the unmet rules. */
export function PasswordChecklist({ lines, isComplete }: PasswordChecklistProps) {
  const missing = lines.filter(({ isMet }) => !isMet).length
  const whole = isComplete ? "The password is complete." : ""
  const statusText = missing === 0 ? whole : `${missing} of ${lines.length} missing`
  return (
    <section className={styles.checklist} aria-label="Your password needs">
      <p aria-hidden="true">Your password needs:</p>
      <ul>
        {lines.map(({ text, isMet }) => (
          <li key={text} className={classNames(styles.line, isMet && styles.met)}>
            <Icon of={isMet ? CircleCheck : Circle} size={20} />
            <span>
              <span>{text}</span>
              <VisuallyHidden>{isMet ? ": done" : ": missing"}</VisuallyHidden>
            </span>
          </li>
        ))}
      </ul>
      <VisuallyHidden>
        <span role="status">{statusText}</span>
      </VisuallyHidden>
    </section>
  )
}
