import { TextButton } from "#web/ui/text/text-link.tsx"
import styles from "./footer.module.css"
import type { PopupName } from "./header.tsx"
import * as texts from "./texts.ts"

interface FooterProps {
  clientName: string
  onPopup: (popup: PopupName) => void
}

/** From 768 px on; below, its popups are in the side panel. */
export function Footer({ clientName, onPopup }: FooterProps) {
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <p>{texts.allRightsReserved(new Date().getFullYear(), clientName)}</p>
        <div className={styles.links}>
          <TextButton alone onClick={() => onPopup("terms")}>
            {texts.termsOfService}
          </TextButton>
          <TextButton alone onClick={() => onPopup("privacy")}>
            {texts.privacyPolicy}
          </TextButton>
        </div>
      </div>
    </footer>
  )
}
