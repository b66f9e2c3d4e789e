import { CloudOff } from "lucide"
import { useClient } from "#web/brands/init.ts"
import { accountSystemAway, placesOfAway } from "#web/calls/account-system.ts"
import { useStore } from "#web/calls/store.ts"
import { PhoneNumber } from "#web/shell/phone-number.tsx"
import { Icon } from "#web/ui/icon.tsx"
import { momentText } from "#web/ui/text/moment-text.ts"
import * as laterTexts from "../later-texts.ts"
import styles from "./account-system-banner.module.css"

/** The id of the description for each button that is disabled while the account system is away. */
export const awayReasonId = "account-system-away"

const never = () => null
const nowhere = () => 0

/** Explains that the account system is away, with the age of the data on the screen. */
export function AccountSystemBanner() {
  const away = useStore(accountSystemAway, never)
  const isInPlace = useStore(placesOfAway, nowhere) > 0
  const { clientPhoneNumber, currentDate, timeZone } = useClient()
  // The live region is always rendered, so that new content is announced.
  return (
    <div role="status" className={styles.region}>
      {away && isInPlace && !away.asOf ? (
        // The place of the missing content has this text, and it describes disabled buttons.
        <p id={awayReasonId} hidden>
          {laterTexts.shownNothing}
        </p>
      ) : (
        away && (
          <div className={styles.banner}>
            <Icon of={CloudOff} size={24} />
            <div className={styles.words}>
              {away.asOf && (
                <p className={styles.asOf}>
                  {laterTexts.asOf(momentText(away.asOf, currentDate, timeZone))}
                </p>
              )}
              <p id={awayReasonId}>
                <span>{away.asOf ? laterTexts.shownOld : laterTexts.shownNothing}</span>
                {clientPhoneNumber !== "" && (
                  <span>
                    {laterTexts.forHelp}
                    <PhoneNumber number={clientPhoneNumber} />
                    <span>{laterTexts.end}</span>
                  </span>
                )}
              </p>
            </div>
          </div>
        )
      )}
    </div>
  )
}
