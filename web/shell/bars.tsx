import { useStore } from "#web/calls/store.ts"
import { lacksStatus } from "#web/staff/status/lacks-status.ts"
import { AccountSystemBanner } from "./account-system/account-system-banner.tsx"
import { BottomBar } from "./bottom-bar.tsx"
import { Navigation } from "./navigation.tsx"
import { PrintHead } from "./printing/print-head.tsx"
import { type ActedFor, SupportBanner } from "./support-banner/support-banner.tsx"
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
 * The bars of signed-in people: who of the staff is at work, the navigation above the screen and
 * the one below it, by the window's width.
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
