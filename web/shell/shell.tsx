import { useState } from "react"
import type { InitData } from "#contracts/brands/clients.ts"
import type { Message } from "#contracts/messages.ts"
import { chunk, Part } from "#web/app/chunk.tsx"
import type { Elements } from "#web/ui/elements.ts"
import { SkipLink } from "../ui/skip-link.tsx"
import { Header, type PopupName } from "./header.tsx"
import { NotificationArea } from "./notifications/notification-area.tsx"
import styles from "./shell.module.css"
import type { ActedFor } from "./support-banner/support-banner.tsx"
import { isSupport, layoutAt, type Viewer } from "./viewer.ts"

export interface ShellProps {
  initData: InitData
  /** Managed content by title, as HTML cleaned by the server. */
  contents: Record<string, string>
  /** The path of the visible screen. */
  path: string
  signedIn: boolean
  /** The staff member's user id, at the support site or acting for a customer. */
  staffUserid?: string | undefined
  /** The customer for whom the staff member acts, at the customer's site. */
  actedFor?: ActedFor | undefined
  messages: readonly Message[]
  onDismiss: (message: Message) => void
  onLogout: () => void
  children: Elements
}

/** Only for signed-in people. Preload it with each of their screens. */
export const bars = chunk(() => import("./bars.tsx"))
/** Preload it with a screen whose server-rendered HTML contains it. */
export const footer = chunk(() => import("./footer/footer.tsx"))
/** Preload it after the start. On a bad connection, the messages show without it. */
export const callHelp = chunk(() =>
  import("#web/brands/call-help.tsx").catch(() => ({ default: () => null })),
)
const overlays = chunk(() => import("./overlays.tsx"))

/** The frame of every screen. It fetches no data and uses no store. */
export function Shell(props: ShellProps) {
  const {
    initData,
    contents,
    path,
    signedIn,
    staffUserid,
    messages,
    onDismiss,
    onLogout,
    children,
  } = props
  const { popup, hasOpened, setPopup } = usePopup(path)
  const viewer: Viewer = { isCustomerSite: initData.isCustomerSite, signedIn, staffUserid }
  const layout = layoutAt(path, signedIn)
  const withNavigation = layout === "signed-in"

  const screen = (
    <main className={styles.main} id="main" tabIndex={-1}>
      <NotificationArea messages={messages} onDismiss={onDismiss} />
      {messages[0] && <Part chunk={callHelp} props={{ messages, isBelowBanner: true }} />}
      {children}
    </main>
  )
  if (layout === "bare") return screen

  const { actedFor } = props
  const barProps = { viewer, actedFor, path, onLogout, onMore: () => setPopup("more") }
  return (
    <div className={styles.shell}>
      <SkipLink to="main" />
      {staffUserid !== undefined && (
        <Part chunk={bars} props={{ ...barProps, place: "staff" as const }} />
      )}
      <Header
        initData={initData}
        phoneInfo={contents["header phone info"]}
        support={isSupport(viewer)}
        onLogout={signedIn ? onLogout : null}
        withMore={!withNavigation}
        onPopup={setPopup}
      />
      {withNavigation && <Part chunk={bars} props={{ ...barProps, place: "top" as const }} />}
      {screen}
      {initData.isCustomerSite && (
        <Part
          chunk={footer}
          props={{ clientName: initData.clientName, withNavigation, onPopup: setPopup }}
        />
      )}
      {withNavigation && <Part chunk={bars} props={{ ...barProps, place: "bottom" as const }} />}
      {hasOpened && (
        <Part
          chunk={overlays}
          props={{
            popup,
            initData,
            contents,
            viewer,
            withNavigation,
            path,
            onPopup: setPopup,
            onLogout,
          }}
        />
      )}
    </div>
  )
}

/**
 * The open popup. The file of the popups loads with the first one, and then stays rendered so that
 * popups can fade out.
 */
function usePopup(path: string) {
  // Stored with the path of its screen, because the browser's Back leaves both.
  const [opened, setOpened] = useState<{ name: PopupName | null; path: string }>()

  function setPopup(name: PopupName | null) {
    const open = () => setOpened({ name, path })
    if (opened) open()
    else overlays.preload().then(open, open)
  }
  return { popup: opened?.path === path ? opened.name : null, hasOpened: !!opened, setPopup }
}
