import { screenTitle } from "#web/app/page-title.ts"
import { TextButton, TextLink } from "#web/ui/text/text-link.tsx"
import type { PopupName } from "../header.tsx"
import { PrintHead } from "../printing/print-head.tsx"
import * as popupTexts from "../signed-in-texts.ts"
import * as texts from "../texts.ts"
import styles from "./footer.module.css"

interface FooterProps {
  clientName: string
  /** The navigation brings the head of printed screens. */
  withNavigation: boolean
  onPopup: (popup: PopupName) => void
}

/** From 768 px on; below, its popups are in the side panel. */
export default function Footer({ clientName, withNavigation, onPopup }: FooterProps) {
  return (
    <>
      {!withNavigation && <PrintHead />}
      <footer className={styles.footer}>
        <div className={styles.row}>
          {/* At the end of a year the server and the browser may differ. */}
          <p suppressHydrationWarning>
            {texts.allRightsReserved(new Date().getFullYear(), clientName)}
          </p>
          <div className={styles.links}>
            <TextButton alone onClick={() => onPopup("terms")}>
              {popupTexts.termsOfService}
            </TextButton>
            <TextButton alone onClick={() => onPopup("privacy")}>
              {popupTexts.privacyPolicy}
            </TextButton>
            <TextLink alone href="/accessibility">
              {screenTitle("accessibility")}
            </TextLink>
          </div>
        </div>
      </footer>
    </>
  )
}
