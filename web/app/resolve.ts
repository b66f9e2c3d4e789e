import type { InitData } from "#contracts/brands/clients.ts"
import { type ScreenName, screenAt, screens } from "#contracts/screens.ts"

/** Who is at which site. */
export interface Visit {
  /** Another person signed in with this browser, so that this tab has stopped. */
  isStopped: boolean
  site: Pick<InitData, "isCustomerSite" | "isClientGroup" | "clientGroupHostName">
  hasUser: boolean
  hasSupportUser: boolean
  /** The union that the person of a client group has signed in to. */
  unionHostName: string | null
}

export type Resolved =
  | { kind: "screen"; screen: ScreenName }
  | { kind: "redirect"; path: string }
  | { kind: "hand-over"; hostName: string }
  | { kind: "to-group"; hostName: string }
  | { kind: "stopped" }
  | { kind: "not-found" }

/** What an address leads to for this person. */
export function resolve(path: string, visit: Visit): Resolved {
  const screen = screenAt(path, visit.site.isCustomerSite)
  if (screen === undefined) return { kind: "not-found" }

  const isOwnLink = screens[screen].path.includes("/:token")
  if (visit.isStopped && !isOwnLink) return { kind: "stopped" }

  // The group's own host only signs people in: they go on at the host of their union.
  if (visit.site.isClientGroup && visit.hasUser && visit.unionHostName) {
    return { kind: "hand-over", hostName: visit.unionHostName }
  }

  // Its unions' hosts sign nobody in; only a mailed link and a hand-off open there what they name.
  const { clientGroupHostName } = visit.site
  if (clientGroupHostName && !visit.hasUser && !isOwnLink) {
    return { kind: "to-group", hostName: clientGroupHostName }
  }

  const home = homeOf(visit)
  if (path === "/" && home !== "/") return { kind: "redirect", path: home }
  if (screens[screen].signedIn && !mayShow(screen, visit)) return { kind: "redirect", path: home }
  if (path === "/payment-center") return { kind: "redirect", path: screens.paymentCenter.path }
  return { kind: "screen", screen }
}

function homeOf({ site, hasUser, hasSupportUser }: Visit): string {
  if (site.isClientGroup) return "/"
  if (site.isCustomerSite) return hasUser ? screens.dashboard.path : "/"
  return hasSupportUser ? screens.customerHome.path : "/"
}

/** The search is the agent's; every other signed-in screen shows a customer's account. */
function mayShow(screen: ScreenName, { hasUser, hasSupportUser }: Visit): boolean {
  return screen === "customerHome" ? hasSupportUser : hasUser
}
