import { TextButton } from "#web/ui/text/text-link.tsx"
import styles from "./footer.module.css"
import type { PopupName } from "./header.tsx"

interface FooterProps {
  clientName: string
  onPopup: (popup: PopupName) => void
}

/** From 768 px on; below, its popups are in the side panel. */
export function Footer({ clientName, onPopup }: FooterProps) {
  return (
    <footer className={styles.footer}>
      <div className={styles.row}>
        <p>
          © {new Date().getFullYear()} {clientName}. All rights reserved.
        </p>
        <div className={styles.links}>
          <TextButton alone onClick={() => onPopup("terms")}>
            Terms of Service
          </TextButton>
          <TextButton alone onClick={() => onPopup("privacy")}>
            Privacy Policy
          </TextButton>
        </div>
      </div>
    </footer>
  )
}
