import { useId } from "react"
import { TextButton } from "../ui/text-link.tsx"
import styles from "./action-link.module.css"

interface ActionLinkProps {
  label: string
  /** Says which, where the label alone could be any. */
  about?: string
  /** Why it cannot be done now, in words; "" when it can. */
  reason: string
  busy?: boolean
  onPress: () => void
}

/** A link that does something here, or says why it cannot be done. */
export function ActionLink({ label, about, reason, busy, onPress }: ActionLinkProps) {
  const id = useId()
  const blocked = reason !== ""
  return (
    <span className={styles.action}>
      <TextButton
        alone
        disabled={blocked}
        aria-disabled={busy ? true : undefined}
        aria-label={about && `${label}: ${about}`}
        aria-describedby={blocked ? id : undefined}
        onClick={() => {
          if (!busy) onPress()
        }}
      >
        {label}
      </TextButton>
      {blocked && (
        <span className={styles.reason} id={id}>
          {reason}
        </span>
      )}
    </span>
  )
}
