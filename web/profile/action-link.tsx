import { TextButton } from "#web/ui/text/text-link.tsx"
import styles from "./action-link.module.css"

interface ActionLinkProps {
  label: string
  /** Says which, where the label alone could be any. */
  about?: string
  /** Id of the words that say why it cannot be done now; none when it can. */
  reasonId: string | undefined
  busy?: boolean
  onPress: () => void
}

/** A link that does something here. */
export function ActionLink({ label, about, reasonId, busy, onPress }: ActionLinkProps) {
  return (
    <TextButton
      alone
      disabled={reasonId !== undefined}
      aria-disabled={busy ? true : undefined}
      aria-label={about && `${label}: ${about}`}
      aria-describedby={reasonId}
      onClick={() => {
        if (!busy) onPress()
      }}
    >
      {label}
    </TextButton>
  )
}

/** Why something cannot be done now; nothing where it can. */
export function Reason({ id, text }: { id: string; text: string }) {
  if (text === "") return null
  return (
    <p className={styles.reason} id={id}>
      {text}
    </p>
  )
}
