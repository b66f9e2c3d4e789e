import { useCallback, useEffect, useRef, useState } from "react"
import { isProviderUserid } from "#contracts/identity/userid.ts"
import { screens } from "#contracts/screens.ts"
import { chunk, Part } from "#web/app/chunk.tsx"
import { LoadFailed } from "#web/app/load-failed.tsx"
import { usePath } from "#web/app/location.ts"
import { screenTitle } from "#web/app/page-title.ts"
import { call } from "#web/calls/api.ts"
import { useLoaded } from "#web/calls/use-loaded.ts"
import { useStaffUser } from "#web/identity/session/session.ts"
import { signOut } from "#web/identity/session/sign-out.ts"
import { Alert } from "#web/ui/alert.tsx"
import { Button } from "#web/ui/button.tsx"
import { TextLink } from "#web/ui/text/text-link.tsx"
import { OwnPassword } from "./accounts/own-password.tsx"
import { StaffRoles } from "./roles.ts"
import { Search } from "./search.tsx"
import styles from "./staff.module.css"
import { lacksStatus } from "./status/lacks-status.ts"
import * as texts from "./texts.ts"

const ledger = chunk(() => import("./ledger/ledger.tsx"))

/** The page where staff find customers and act for them. */
export default function CustomerHome() {
  const staff = useStaffUser()
  const path = usePath()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, failed, busy, tryAgain } = useLoaded(
    ["staff-roles"],
    (signal) => call("GET /myaccount-core/agent/roles", undefined, { signal }),
    texts.rolesFailed,
  )
  const focusHeading = useCallback(() => heading.current?.focus(), [])
  const [isLedger, setIsLedger] = useState(false)
  const mayLook = data?.roles.includes("look")
  useEffect(() => {
    if (mayLook !== undefined) lacksStatus.set(!mayLook)
  }, [mayLook])
  if (!staff) return null
  const hasLedger = data?.roles.includes("money") ?? false
  return (
    <div className={styles.page}>
      <div className={styles.heading}>
        <h1 ref={heading} tabIndex={-1}>
          {texts.searchClients}
        </h1>
        {!isProviderUserid(staff.userid) && <OwnPassword staffUserid={staff.userid} />}
      </div>
      {path !== screens.customerHome.path && (
        <Alert tone="info" content={[texts.findCustomerFirst]} />
      )}
      {failed && <LoadFailed messages={failed} busy={busy} onRetry={tryAgain} />}
      {data && (
        <StaffRoles value={data.roles}>
          {hasLedger && <Parts isLedger={isLedger} onChoose={setIsLedger} />}
          <div hidden={hasLedger && isLedger} className={styles.page}>
            {mayLook ? (
              <Search staffUserid={staff.userid} onButtonsGone={focusHeading} />
            ) : (
              <>
                <Alert tone="info" content={[texts.noRoleToLook]} />
                <p>
                  <Button onClick={() => void signOut()}>{texts.logout}</Button>
                </p>
              </>
            )}
          </div>
          {hasLedger && isLedger && <Part chunk={ledger} props={{}} />}
        </StaffRoles>
      )}
      <p>
        <TextLink alone href={screens.accessibility.path}>
          {screenTitle("accessibility")}
        </TextLink>
      </p>
    </div>
  )
}

interface PartsProps {
  isLedger: boolean
  onChoose: (isLedger: boolean) => void
}

/** Lets staff choose between the customers with approvals, and the ledger. */
function Parts({ isLedger, onChoose }: PartsProps) {
  const parts = [
    { label: texts.customers, opensLedger: false },
    { label: texts.ledger, opensLedger: true },
  ]
  return (
    <nav className={styles.actions} aria-label={texts.parts}>
      {parts.map(({ label, opensLedger }) => (
        <Button
          key={label}
          look={isLedger === opensLedger ? "primary" : "secondary"}
          aria-pressed={isLedger === opensLedger}
          onClick={() => onChoose(opensLedger)}
        >
          {label}
        </Button>
      ))}
    </nav>
  )
}
