import type { AgentClient } from "#contracts/myaccount-core/agent.ts"
import { Button } from "../ui/button.tsx"
import { VisuallyHidden } from "../ui/visually-hidden.tsx"
import styles from "./agent.module.css"

export type AgentAction = "impersonate" | "resetPassword" | "changeEmail" | "deleteAccount"

interface RowActionsProps {
  client: AgentClient
  /** The customer whose site is being opened. */
  opening: AgentClient | null
  onAction: (action: AgentAction, client: AgentClient) => void
}

const actions: { action: AgentAction; label: string }[] = [
  { action: "impersonate", label: "Impersonate" },
  { action: "resetPassword", label: "Reset Password" },
  { action: "changeEmail", label: "Change Email" },
  { action: "deleteAccount", label: "Delete Account" },
]

/** What can be done for one of those found. Where nobody is registered there is nothing to mend. */
export function RowActions({ client, opening, onAction }: RowActionsProps) {
  const { firstName, lastName } = client.policyHolder
  if (client.registration === "none") {
    return <p className={styles.soft}>Not registered yet: there is no sign-in to help with.</p>
  }
  return (
    <div className={styles.actions}>
      {actions
        .filter((one) => isPossible(one.action, client))
        .map(({ action, label }) => (
          <Button
            key={action}
            look={action === "impersonate" ? "primary" : "secondary"}
            busy={action === "impersonate" && opening === client && "Opening…"}
            onClick={() => onAction(action, client)}
          >
            {label}
            <VisuallyHidden>{` for ${firstName} ${lastName}`}</VisuallyHidden>
          </Button>
        ))}
    </div>
  )
}

/** Who has to register anew has nothing that could be opened or reset. */
function isPossible(action: AgentAction, { registration }: AgentClient): boolean {
  const opens = action === "impersonate" || action === "resetPassword"
  return !(opens && registration === "reactivate")
}
