import { type ReactNode, Suspense, useEffect, useLayoutEffect } from "react"
import type { InitData } from "#contracts/brands/clients.ts"
import type { StoredUser } from "#contracts/identity/shapes.ts"
import { type ScreenName, screenAt, shellContents } from "#contracts/screens.ts"
import { useContents } from "#web/brands/use-contents.ts"
import { messagesOf } from "#web/calls/api.ts"
import { readItem } from "#web/calls/local-storage.ts"
import { useStaffUser, useStopped, useUser } from "#web/identity/session/session.ts"
import type { Stopped } from "#web/identity/session/tab-session.ts"
import {
  dismissNotification,
  keepNotificationsOf,
  notify,
  useNotifications,
} from "#web/shell/notifications/notifications.ts"
import { Shell } from "#web/shell/shell.tsx"
import type { ActedFor } from "#web/shell/support-banner/support-banner.tsx"
import type { Elements } from "#web/ui/elements.ts"
import { focusHeading } from "#web/ui/focus/focus-heading.ts"
import { keepFocus } from "#web/ui/focus/keep-focus.ts"
import { firstPaint } from "#web/ui/hydration/hydrated.ts"
import { FullScreenSpinner } from "#web/ui/spinner.tsx"
import { Show } from "./chunk.tsx"
import { ErrorBoundary } from "./error-boundary.tsx"
import { endCrossing, followLinks, usePath } from "./location.ts"
import { tabTitle } from "./page-title.ts"
import { Redirect } from "./redirect.tsx"
import { type Resolved, resolve } from "./resolve.ts"
import {
  notFound,
  preloadScreen,
  screenChunks,
  signedIn,
  stoppedTab,
  toGroup,
  transferSession,
} from "./screen-chunks.ts"

let arrivedAt: string | undefined

/**
 * Sets the tab's title when a screen appears and moves the focus to its heading for keyboard and
 * screen reader, except for the first screen that a person opens.
 */
function RouteAnnouncer({ path, title }: { path: string; title: string }) {
  useLayoutEffect(() => firstPaint.takeOver?.(), [])
  useEffect(() => {
    document.title = title
    const from = arrivedAt
    arrivedAt = path
    if (from === path || (from === undefined && !endCrossing())) return
    // The screen may replace the heading of its skeleton.
    const stop = from === undefined ? keepFocus(document.querySelector("main")) : undefined
    scrollTo({ top: 0, behavior: "instant" })
    focusHeading()
    return stop
  }, [path, title])
  return null
}

/** The screen at the current address, in the shell. */
export function Routes({ initData }: { initData: InitData }) {
  const path = usePath()
  const user = useUser()
  const staffUser = useStaffUser()
  const contents = useContents(shellContents)
  const messages = useNotifications()
  const session = user ?? staffUser
  const stopped = useStopped()
  const resolved = resolve(path, {
    isStopped: stopped !== null,
    site: initData,
    hasUser: user !== null,
    hasStaffUser: staffUser !== null,
    unionHostName: readItem("selectedUnionHostName"),
  })

  const { isCustomerSite } = initData
  useEffect(() => followLinks((to) => screenAt(to, isCustomerSite) !== undefined), [isCustomerSite])
  // Messages set at the end of a redirect must survive it.
  const isArrived = resolved.kind !== "redirect"
  // At a union's host, the link to its group replaces the login.
  const shownPath = resolved.kind === "to-group" ? "/" : path
  useEffect(() => {
    if (isArrived) keepNotificationsOf(shownPath)
  }, [shownPath, isArrived])

  return (
    <Shell
      initData={initData}
      contents={contents}
      path={path}
      signedIn={session !== null}
      staffUserid={user ? user.csUserid : staffUser?.userid}
      actedFor={user?.csUserid === undefined ? undefined : actedFor(user)}
      messages={messages}
      onDismiss={dismissNotification}
      onLogout={signOut}
    >
      <Guarded>
        <SessionFrame token={session?.access_token}>
          <Guarded key={path}>
            <Resolution resolved={resolved} stopped={stopped} />
            {isArrived && <RouteAnnouncer path={path} title={titleOf(resolved, initData)} />}
          </Guarded>
        </SessionFrame>
      </Guarded>
    </Shell>
  )
}

function Resolution({ resolved, stopped }: { resolved: Resolved; stopped: Stopped | null }) {
  switch (resolved.kind) {
    case "redirect":
      return <Redirect to={resolved.path} />
    case "transfer-to-union":
      return <Show key="transfer-to-union" chunk={transferSession} props={{}} />
    case "to-group":
      return <Show chunk={toGroup} props={{ hostName: resolved.hostName }} />
    case "stopped":
      return stopped && <Show chunk={stoppedTab} props={{ stopped }} />
    case "not-found":
      return <Show chunk={notFound} props={{ homePath: "/" }} />
    case "screen": {
      const { screen } = resolved
      return <Show key={screen} chunk={screenChunks[screen]} props={{ screen, preload }} />
    }
  }
}

function actedFor({ firstName, lastName, accountNumber }: StoredUser): ActedFor {
  return { name: `${firstName} ${lastName}`.trim(), accountNumber }
}

function signOut() {
  import("#web/identity/session/sign-out.ts")
    .then((it) => it.signOut())
    .catch((error) => notify(messagesOf(error)))
}

/** Starts loading early. If that fails, the error appears when the screen is shown. */
function preload(screen: ScreenName) {
  preloadScreen(screen).catch(() => undefined)
}

/** Discards a customer's data with the session, whose token is the React key. */
function SessionFrame({ token, children }: { token: string | undefined; children: Elements }) {
  if (token === undefined) return children
  return <Show key={token} chunk={signedIn} props={{ children }} />
}

function titleOf(resolved: Resolved, initData: InitData): string {
  return tabTitle(initData.clientName, resolved.kind === "screen" ? resolved.screen : undefined)
}

/** A spinner while the children load, and an error text if they fail, inside the shell. */
function Guarded({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<FullScreenSpinner />}>{children}</Suspense>
    </ErrorBoundary>
  )
}
