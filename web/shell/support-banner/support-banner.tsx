import { Headset } from "lucide"
import { isProviderUserid } from "#contracts/identity/userid.ts"
import { screens } from "#contracts/screens.ts"
import { useStaffUser, useUser } from "#web/identity/session/session.ts"
import { classNames } from "#web/ui/class-names.ts"
import { stickyTop } from "#web/ui/focus/sticky-edge.ts"
import { Icon } from "#web/ui/icon.tsx"
import { TextButton, TextLink } from "#web/ui/text/text-link.tsx"
import * as laterTexts from "../later-texts.ts"
import styles from "./support-banner.module.css"

/** The customer for whom staff act. */
export interface ActedFor {
  name: string
  accountNumber: string
}

interface SupportBannerProps {
  staffUserid: string
  /** Set at a customer's site while staff act for the customer. */
  actedFor?: ActedFor | undefined
  onStop: () => void
}

/** The staff member, and the customer for whom they act. */
export function SupportBanner({ staffUserid, actedFor, onStop }: SupportBannerProps) {
  const name = useProviderName() || staffUserid
  return (
    <aside
      className={classNames(styles.banner, actedFor && styles.acting)}
      ref={stickyTop}
      aria-label={laterTexts.customerSupport}
    >
      <Icon of={Headset} size={20} />
      {actedFor ? (
        <>
          <span className={styles.words}>
            <strong translate="no">{name}</strong>
            {laterTexts.actingFor}
            <strong translate="no">
              {laterTexts.account(actedFor.name, actedFor.accountNumber)}
            </strong>{" "}
            ·{" "}
            <TextButton alone className={styles.action} onClick={onStop}>
              {laterTexts.stop}
            </TextButton>
          </span>
          <TextLink alone className={styles.action} href={screens.profile.path}>
            {laterTexts.contactData}
          </TextLink>
        </>
      ) : (
        <span>
          {laterTexts.customerSupportUser}
          <strong translate="no">{name}</strong>
        </span>
      )}
    </aside>
  )
}

/**
 * The staff member's name, if an identity provider signed them in, because their userid is not
 * readable.
 */
function useProviderName(): string | undefined {
  const user = useUser()
  const staff = useStaffUser()
  if (user) return user.csName
  if (!staff || !isProviderUserid(staff.userid)) return undefined
  return `${staff.firstName} ${staff.lastName}`.trim()
}
