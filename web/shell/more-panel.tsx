import {
  ClipboardPen,
  FileText,
  type IconNode,
  Info,
  LockKeyhole,
  LogOut,
  MessageCircle,
  PersonStanding,
  Phone,
} from "lucide"
import type { InitData } from "#contracts/brands/clients.ts"
import { screens } from "#contracts/screens.ts"
import { screenTitle } from "#web/app/page-title.ts"
import { PhoneHours } from "#web/brands/help-line.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Icon } from "../ui/icon.tsx"
import { destinationsFor, isAt } from "./destinations.ts"
import type { PopupName } from "./header.tsx"
import { destinationIcons } from "./icons.ts"
import styles from "./more-panel.module.css"
import { phoneLink } from "./phone-link.ts"
import * as texts from "./texts.ts"
import { isSupport, type Viewer } from "./viewer.ts"

interface MorePanelProps {
  open: boolean
  initData: InitData
  viewer: Viewer
  /** False if the navigation is hidden. Then the panel omits its lines too. */
  withNavigation: boolean
  path: string
  onClose: () => void
  onPopup: (popup: PopupName) => void
  onLogout: () => void
}

export function MorePanel(props: MorePanelProps) {
  const { open, initData, viewer, withNavigation, path, onClose, onPopup, onLogout } = props
  const popupLine = (popup: PopupName, icon: IconNode, words: string) => (
    <li>
      <button className={styles.line} type="button" onClick={() => onPopup(popup)}>
        <Icon of={icon} size={22} />
        <span>{words}</span>
      </button>
    </li>
  )
  return (
    <Dialog open={open} title={texts.more} onClose={onClose} place="side">
      <ul className={styles.lines}>
        {initData.clientPhoneNumber && (
          <li>
            <a className={styles.line} href={phoneLink(initData.clientPhoneNumber)}>
              <Icon of={Phone} size={22} />
              <span>
                {texts.callUsAt}
                <span className={styles.number} translate="no">
                  {initData.clientPhoneNumber}
                </span>
                <span className={styles.hours}>
                  <PhoneHours />
                </span>
              </span>
            </a>
          </li>
        )}
        {initData.claimUrl && popupLine("claim", ClipboardPen, texts.fileAClaim)}
        {withNavigation &&
          destinationsFor(viewer).map((destination) => (
            <li key={destination.name}>
              <a
                className={styles.line}
                href={destination.path}
                aria-current={isAt(destination, path) ? "page" : undefined}
                onClick={onClose}
              >
                <Icon of={destinationIcons[destination.name]} size={22} />
                <span>{destination.label}</span>
              </a>
            </li>
          ))}
        {initData.showAboutUs && popupLine("about", Info, texts.aboutUs)}
        {initData.showContactUs && popupLine("contact", MessageCircle, texts.contactUs)}
        {withNavigation && !isSupport(viewer) && (
          <li>
            <button
              className={styles.line}
              type="button"
              onClick={() => {
                onClose()
                onLogout()
              }}
            >
              <Icon of={LogOut} size={22} />
              <span>{texts.logout}</span>
            </button>
          </li>
        )}
        {popupLine("privacy", LockKeyhole, texts.privacyPolicy)}
        {popupLine("terms", FileText, texts.termsAndConditions)}
        <li>
          <a className={styles.line} href={screens.accessibility.path} onClick={onClose}>
            <Icon of={PersonStanding} size={22} />
            <span>{screenTitle("accessibility")}</span>
          </a>
        </li>
      </ul>
    </Dialog>
  )
}
