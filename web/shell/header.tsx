import { LogOut, Menu, Phone } from "lucide"
import type { InitData } from "#contracts/brands/clients.ts"
import { CleanHtml } from "#web/ui/text/clean-html.tsx"
import { Icon } from "../ui/icon.tsx"
import styles from "./header.module.css"
import * as texts from "./texts.ts"

export type PopupName = "call" | "claim" | "contact" | "about" | "terms" | "privacy" | "more"

interface HeaderProps {
  initData: InitData
  /** Managed content "header phone info", cleaned; shown from 768 px on, but not to support. */
  phoneInfo: string | undefined
  support: boolean
  /** Null if no one is signed in. */
  onLogout: (() => void) | null
  /** Anonymous people do not have a bottom bar, so its More button is here. */
  withMore: boolean
  onPopup: (popup: PopupName) => void
}

export function Header({ initData, phoneInfo, support, onLogout, withMore, onPopup }: HeaderProps) {
  const { brandDetail, clientName, clientGroupName } = initData
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <div className={styles.logos}>
          <Logo
            image={brandDetail.primaryLogo}
            name={clientName}
            link={brandDetail.primaryLogoAnchorLink}
          />
          {brandDetail.secondLogo && (
            <Logo
              image={brandDetail.secondLogo}
              name={clientGroupName ?? clientName}
              link={initData.secondLogoAnchorLink}
              second
            />
          )}
        </div>
        <div className={styles.wide}>
          {initData.claimUrl && (
            <button type="button" onClick={() => onPopup("claim")}>
              {texts.fileAClaim}
            </button>
          )}
          {initData.showContactUs && (
            <button type="button" onClick={() => onPopup("contact")}>
              {texts.contactUs}
            </button>
          )}
          {initData.showAboutUs && (
            <button type="button" onClick={() => onPopup("about")}>
              {texts.aboutUs}
            </button>
          )}
          {!support && phoneInfo && <CleanHtml className={styles.phone} html={phoneInfo} />}
        </div>
        <div className={styles.narrow}>
          {support
            ? onLogout && (
                <button type="button" aria-label={texts.logout} onClick={onLogout}>
                  <Icon of={LogOut} />
                </button>
              )
            : initData.clientPhoneNumber && (
                <button
                  type="button"
                  aria-label={texts.contactUsByPhone}
                  onClick={() => onPopup("call")}
                >
                  <Icon of={Phone} />
                </button>
              )}
          {withMore && (
            <button type="button" aria-label={texts.more} onClick={() => onPopup("more")}>
              <Icon of={Menu} />
            </button>
          )}
        </div>
      </div>
    </header>
  )
}

interface LogoProps {
  image: string
  name: string
  link: string | null
  second?: boolean
}

function Logo({ image, name, link, second }: LogoProps) {
  const picture = (
    <img className={second ? styles.secondLogo : styles.logo} src={image} alt={name} />
  )
  return link ? <a href={link}>{picture}</a> : picture
}
