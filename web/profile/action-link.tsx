import { TextButton } from "#web/ui/text/text-link.tsx"
import styles from "./action-link.module.css"

interface ActionLinkProps {
  label: string
  /** Text for screen readers that completes an ambiguous label. */
  about?: string
  /** The id of the element with the reason if the action is disabled; otherwise undefined. */
  reasonId: string | undefined
  busy?: boolean
  onPress: () => void
}

/** A link that runs an action on this page. */
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

/** Why an action is disabled; renders nothing if it is enabled. */
export function Reason({ id, text }: { id: string; text: string }) {
  if (text === "") return null
  return (
    <p className={styles.reason} id={id}>
      {text}
    </p>
  )
}
