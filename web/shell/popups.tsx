import { Phone } from "lucide"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { ButtonLink } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Icon } from "../ui/icon.tsx"
import { phoneLink } from "./phone-link.ts"
import styles from "./popups.module.css"
import * as texts from "./texts.ts"

interface ContentPopupProps {
  open: boolean
  title: string
  /** Managed content, cleaned by the server; nothing when it could not be loaded. */
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
      <p className={styles.number}>{phoneNumber}</p>
      <ButtonLink href={phoneLink(phoneNumber)} wide>
        <Icon of={Phone} size={20} />
        {texts.callNow}
      </ButtonLink>
    </Dialog>
  )
}
