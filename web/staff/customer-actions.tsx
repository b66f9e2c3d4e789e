import type { FoundCustomer } from "#contracts/staff/staff.ts"
import { Button } from "#web/ui/button.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { useHasRole } from "./roles.ts"
import styles from "./staff.module.css"
import * as texts from "./texts.ts"

export type StaffAction = "impersonate" | "resetPassword" | "changeEmail" | "deleteRegistration"

interface RowActionsProps {
  customer: FoundCustomer
  /** The customer whose site is being opened. */
  opening: FoundCustomer | null
  onAction: (action: StaffAction, customer: FoundCustomer) => void
}

const actions: { action: StaffAction; label: string }[] = [
  { action: "impersonate", label: texts.impersonate },
  { action: "resetPassword", label: texts.resetPassword },
  { action: "changeEmail", label: texts.changeEmail },
  { action: "deleteRegistration", label: texts.deleteAccount },
]

/** The actions for a search result. Customers who are not registered have none. */
export function RowActions({ customer, opening, onAction }: RowActionsProps) {
  const mayServe = useHasRole("serve")
  const { firstName, lastName } = customer.policyHolder
  if (customer.registration === "none") {
    return <p className={styles.soft}>{texts.notRegisteredYet}</p>
  }
  if (!mayServe) return null
  return (
    <div className={styles.actions}>
      {actions
        .filter((one) => isPossible(one.action, customer))
        .map(({ action, label }) => (
          <Button
            key={action}
            look={action === "impersonate" ? "primary" : "secondary"}
            busy={action === "impersonate" && opening === customer && texts.opening}
            onClick={() => onAction(action, customer)}
          >
            {label}
            <VisuallyHidden>{texts.forPerson(firstName, lastName)}</VisuallyHidden>
          </Button>
        ))}
    </div>
  )
}

/** Customers who must register again have no account to open or reset. */
function isPossible(action: StaffAction, { registration }: FoundCustomer): boolean {
  const opens = action === "impersonate" || action === "resetPassword"
  return !(opens && registration === "reactivate")
}
