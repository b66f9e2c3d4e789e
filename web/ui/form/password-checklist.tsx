import { Circle, CircleCheck } from "lucide"
import { classNames } from "../class-names.ts"
import { Icon } from "../icon.tsx"
import { VisuallyHidden } from "../text/visually-hidden.tsx"
import styles from "./password-checklist.module.css"

interface PasswordChecklistProps {
  /** The rules for a new password, and whether each is met. */
  lines: readonly { text: string; isMet: boolean }[]
}

/** Follows the typing; on each pause, a screen reader announces the unmet rules. */
export function PasswordChecklist({ lines }: PasswordChecklistProps) {
  const missing = lines.filter(({ isMet }) => !isMet).length
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
        <span role="status">
          {missing === 0 ? "The password is complete." : `${missing} of ${lines.length} missing`}
        </span>
      </VisuallyHidden>
    </section>
  )
}
