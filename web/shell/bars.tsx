import { Ellipsis } from "lucide"
import { useStore } from "#web/calls/store.ts"
import { lacksStatus } from "#web/staff/status/lacks-status.ts"
import { stickyBottom } from "../ui/focus/sticky-edge.ts"
import { Icon } from "../ui/icon.tsx"
import { AccountSystemBanner } from "./account-system/account-system-banner.tsx"
import styles from "./bottom-bar.module.css"
import { destinationsFor, isAt } from "./destinations.ts"
import { destinationIcons } from "./icons.ts"
import * as laterTexts from "./later-texts.ts"
import { Navigation } from "./navigation.tsx"
import { PrintHead } from "./printing/print-head.tsx"
import { type ActedFor, SupportBanner } from "./support-banner/support-banner.tsx"
import * as texts from "./texts.ts"
import type { Viewer } from "./viewer.ts"

interface BarsProps {
  place: "staff" | "top" | "bottom"
  viewer: Viewer
  actedFor: ActedFor | undefined
  path: string
  onMore: () => void
  onLogout: () => void
}

/**
 * The bars of signed-in people: the staff member at work, and the navigation above or below the
 * screen, depending on the window's width.
 */
export default function Bars(props: BarsProps) {
  const { place, actedFor, path, onMore, onLogout } = props
  const viewer: Viewer = { ...props.viewer, lacksStatus: useStore(lacksStatus) }
  const { staffUserid } = viewer
  if (place === "staff") {
    if (staffUserid === undefined) return null
    return <SupportBanner staffUserid={staffUserid} actedFor={actedFor} onStop={onLogout} />
  }
  return place === "top" ? (
    <>
      <PrintHead />
      <Navigation viewer={viewer} path={path} onLogout={onLogout} />
      <AccountSystemBanner />
    </>
  ) : (
    <BottomBar viewer={viewer} path={path} onMore={onMore} />
  )
}

interface BottomBarProps {
  viewer: Viewer
  path: string
  onMore: () => void
}

/** The navigation up to 767 px. The side panel behind More contains the lines that do not fit. */
function BottomBar({ viewer, path, onMore }: BottomBarProps) {
  const destinations = destinationsFor(viewer).filter(({ name }) => name !== "profile")
  return (
    <nav className={styles.bar} ref={stickyBottom} aria-label={laterTexts.main}>
      <ul>
        {destinations.map((destination) => (
          <li key={destination.name}>
            <a
              className={styles.line}
              href={destination.path}
              aria-current={isAt(destination, path) ? "page" : undefined}
            >
              <Icon of={destinationIcons[destination.name]} />
              <span>{destination.label}</span>
            </a>
          </li>
        ))}
        <li>
          <button className={styles.line} type="button" aria-haspopup="dialog" onClick={onMore}>
            <Icon of={Ellipsis} />
            <span>{texts.more}</span>
          </button>
        </li>
      </ul>
    </nav>
  )
}
