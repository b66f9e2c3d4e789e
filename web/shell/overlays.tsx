import type { InitData } from "#contracts/brands/clients.ts"
import { useStore } from "#web/calls/store.ts"
import { lacksStatus } from "#web/staff/status/lacks-status.ts"
import type { PopupName } from "./header.tsx"
import { MorePanel } from "./more-panel.tsx"
import { CallPopup, ClaimPopup, ContentPopup } from "./popups/popups.tsx"
import * as texts from "./texts.ts"
import type { Viewer } from "./viewer.ts"

interface OverlaysProps {
  /** The open popup, if any. */
  popup: PopupName | null
  initData: InitData
  /** Managed content by title, as HTML cleaned by the server. */
  contents: Record<string, string>
  viewer: Viewer
  withNavigation: boolean
  path: string
  onPopup: (popup: PopupName | null) => void
  onLogout: () => void
}

const popupContents = [
  { name: "contact", title: texts.contactUs, content: "contact us" },
  { name: "about", title: texts.aboutUs, content: "about us" },
  { name: "terms", title: texts.termsOfService, content: "terms of service" },
  { name: "privacy", title: texts.privacyPolicy, content: "privacy policy" },
] as const

/** The side panel and the popups, in a separate file that loads when one opens. */
export default function Overlays(props: OverlaysProps) {
  const { popup, initData, contents, withNavigation, path, onPopup, onLogout } = props
  const viewer: Viewer = { ...props.viewer, lacksStatus: useStore(lacksStatus) }
  const close = () => onPopup(null)
  return (
    <>
      <MorePanel
        open={popup === "more"}
        initData={initData}
        viewer={viewer}
        withNavigation={withNavigation}
        path={path}
        onClose={close}
        onPopup={onPopup}
        onLogout={onLogout}
      />
      <CallPopup open={popup === "call"} phoneNumber={initData.clientPhoneNumber} onClose={close} />
      <ClaimPopup
        open={popup === "claim"}
        html={contents["claim now"]}
        claimUrl={initData.claimUrl}
        onClose={close}
      />
      {popupContents.map(({ name, title, content }) => (
        <ContentPopup
          key={name}
          open={popup === name}
          title={title}
          html={contents[content]}
          onClose={close}
        />
      ))}
    </>
  )
}
