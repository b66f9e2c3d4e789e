import { CloudOff } from "lucide"
import { useClient } from "#web/brands/init.ts"
import { accountSystemAway } from "#web/calls/account-system.ts"
import { useStore } from "#web/calls/store.ts"
import { phoneLink } from "#web/shell/phone-link.ts"
import { Icon } from "#web/ui/icon.tsx"
import { TextLink } from "#web/ui/text/text-link.tsx"
import * as texts from "../signed-in-texts.ts"
import styles from "./account-system-banner.module.css"
import { asOfText } from "./as-of-text.ts"

/** The description of each button that is off while the account system is away. */
export const awayReasonId = "account-system-away"

const never = () => null

/** Says that the account system is away, and how old the data of the screen are. */
export function AccountSystemBanner() {
  const away = useStore(accountSystemAway, never)
  const { clientPhoneNumber, timeZone } = useClient()
  // The live region always exists, so that what appears in it is announced.
  return (
    <div role="status" className={styles.region}>
      {away && (
        <div className={styles.banner}>
          <Icon of={CloudOff} size={24} />
          <div className={styles.words}>
            {away.asOf && (
              <p className={styles.asOf}>{texts.asOf(asOfText(away.asOf, timeZone))}</p>
            )}
            <p id={awayReasonId}>
              <span>{away.asOf ? texts.shownOld : texts.shownNothing}</span>
              {clientPhoneNumber !== "" && (
                <span>
                  {texts.forHelp}
                  <TextLink href={phoneLink(clientPhoneNumber)} translate="no">
                    {clientPhoneNumber}
                  </TextLink>
                  <span>{texts.end}</span>
                </span>
              )}
            </p>
          </div>
        </div>
      )}
    </div>
  )
}
