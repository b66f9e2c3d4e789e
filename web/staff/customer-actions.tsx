import type { ComponentProps } from "react"
import type { FoundCustomer } from "#contracts/staff/staff.ts"
import { ChangeButton } from "#web/shell/account-system/change-button.tsx"
import { Button, type ButtonLook } from "#web/ui/button.tsx"
import { VisuallyHidden } from "#web/ui/text/visually-hidden.tsx"
import { shownNameOf } from "./comments.ts"
import { payments } from "./money/texts.ts"
import { useHasRole } from "./roles.ts"
import styles from "./staff.module.css"
import * as texts from "./texts.ts"

export type StaffAction =
  | "payments"
  | "impersonate"
  | "resetPassword"
  | "changeEmail"
  | "deleteRegistration"

interface RowActionsProps {
  customer: FoundCustomer
  /** The customer whose site is opening. */
  opening: FoundCustomer | null
  onAction: (action: StaffAction, customer: FoundCustomer) => void
}

const actions: { action: StaffAction; label: string }[] = [
  { action: "impersonate", label: texts.impersonate },
  { action: "resetPassword", label: texts.resetPassword },
  { action: "changeEmail", label: texts.changeEmail },
  { action: "payments", label: payments },
  // Apart from the others, because it cannot be undone.
  { action: "deleteRegistration", label: texts.deleteAccount },
]

const looks: Partial<Record<StaffAction, ButtonLook>> = {
  impersonate: "primary",
  deleteRegistration: "danger-outline",
}

/**
 * The actions for a search result. Customers who are not registered or no longer in the account
 * system only have payments.
 */
export function RowActions({ customer, opening, onAction }: RowActionsProps) {
  const mayServe = useHasRole("serve")
  const { accountNumber, policyHolder, isGone, clientName } = customer
  const isRegistered = customer.registration !== "none"
  const canBeServed = mayServe && isRegistered && !isGone
  return (
    <div className={styles.actions}>
      {isGone && <p className={styles.soft}>{texts.accountGone}</p>}
      {!isRegistered && !isGone && <p className={styles.soft}>{texts.notRegisteredYet}</p>}
      {actions
        .filter((one) => one.action === "payments" || canBeServed)
        .filter((one) => isPossible(one.action, customer))
        .map(({ action, label }) => (
          <ActionButton
            key={action}
            action={action}
            look={looks[action] ?? "secondary"}
            className={action === "deleteRegistration" ? styles.apart : ""}
            busy={action === "impersonate" && opening === customer && texts.opening}
            onClick={() => onAction(action, customer)}
          >
            <span>{label}</span>
            <VisuallyHidden>
              {texts.forPerson(shownNameOf({ accountNumber, ...policyHolder }), clientName)}
            </VisuallyHidden>
          </ActionButton>
        ))}
    </div>
  )
}

/**
 * A button for an action. Viewing a customer's data also works while the account system is away.
 */
function ActionButton({
  action,
  ...rest
}: { action: StaffAction } & ComponentProps<typeof ChangeButton>) {
  const isLook = action === "payments" || action === "impersonate"
  return isLook ? <Button {...rest} /> : <ChangeButton {...rest} />
}

/** Whether an action applies. Customers who must register again have nothing to open or reset. */
function isPossible(action: StaffAction, { registration }: FoundCustomer): boolean {
  const opens = action === "impersonate" || action === "resetPassword"
  return !(opens && registration === "reactivate")
}
