import { screenTitle } from "#web/app/page-title.ts"
import { TextButton, TextLink } from "#web/ui/text/text-link.tsx"
import type { PopupName } from "../header.tsx"
import { PrintHead } from "../printing/print-head.tsx"
import * as texts from "../texts.ts"
import styles from "./footer.module.css"

interface FooterProps {
  clientName: string
  /** The header of printed screens is part of the navigation. */
  withNavigation: boolean
  onPopup: (popup: PopupName) => void
}

/** The footer from 768 px on. On smaller screens, its popups are in the side panel. */
export default function Footer({ clientName, withNavigation, onPopup }: FooterProps) {
  return (
    <>
      {!withNavigation && <PrintHead />}
      <footer className={styles.footer}>
        <div className={styles.row}>
          {/* The year may differ between server and browser at the end of a year. */}
          <p suppressHydrationWarning>
            {texts.allRightsReserved(new Date().getFullYear(), clientName)}
          </p>
          <div className={styles.links}>
            <TextButton alone onClick={() => onPopup("terms")}>
              {texts.termsOfService}
            </TextButton>
            <TextButton alone onClick={() => onPopup("privacy")}>
              {texts.privacyPolicy}
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
