import { Phone } from "lucide"
import { HelpLine, PhoneHours } from "#web/brands/help-line.tsx"
import { ButtonLink } from "#web/ui/button.tsx"
import { Dialog } from "#web/ui/dialog.tsx"
import { Icon } from "#web/ui/icon.tsx"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { phoneLink } from "../phone-link.ts"
import * as texts from "../texts.ts"
import { fileAClaim } from "../texts.ts"
import styles from "./popups.module.css"

interface ContentPopupProps {
  open: boolean
  title: string
  /** Managed content, cleaned by the server; undefined if it failed to load. */
  html: string | undefined
  onClose: () => void
}

/** Managed content over the page: Terms of Service, Privacy Policy, Contact Us, About Us. */
export function ContentPopup({ open, title, html, onClose }: ContentPopupProps) {
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      {html ? <CleanHtml className={styles.content} html={html} /> : <p>{texts.textUnavailable}</p>}
    </Dialog>
  )
}

interface CallPopupProps {
  open: boolean
  phoneNumber: string
  onClose: () => void
}

export function CallPopup({ open, phoneNumber, onClose }: CallPopupProps) {
  return (
    <Dialog open={open} title={texts.contactDialogTitle} onClose={onClose}>
      <div className={styles.phone}>
        <p className={styles.number} translate="no">
          {phoneNumber}
        </p>
        <p className={styles.hours}>
          <PhoneHours />
        </p>
      </div>
      <ButtonLink href={phoneLink(phoneNumber)} wide>
        <Icon of={Phone} size={20} />
        <span>{texts.callNow}</span>
      </ButtonLink>
    </Dialog>
  )
}

interface ClaimPopupProps {
  open: boolean
  /** Managed content "claim now", cleaned by the server; undefined if it failed to load. */
  html: string | undefined
  claimUrl: string | null
  onClose: () => void
}

/** Explains what a claim requires, and links to the claims site. */
export function ClaimPopup({ open, html, claimUrl, onClose }: ClaimPopupProps) {
  return (
    <Dialog open={open} title={fileAClaim} onClose={onClose}>
      <div className={styles.claim}>
        {html && <CleanHtml className={styles.content} html={html} />}
        {claimUrl && (
          <p>
            <ButtonLink href={claimUrl}>{texts.fileYourClaim}</ButtonLink>
          </p>
        )}
        <HelpLine />
      </div>
    </Dialog>
  )
}
