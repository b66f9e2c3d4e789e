import type { InitData } from "#contracts/brands/clients.ts"
import { type ScreenName, screenAt, screens } from "#contracts/screens.ts"

/** The customer and site that an address is resolved for. */
export interface Visit {
  /** Another person signed in with this browser, so this tab has stopped. */
  isStopped: boolean
  site: Pick<InitData, "isCustomerSite" | "isClientGroup" | "clientGroupHostName">
  hasUser: boolean
  hasStaffUser: boolean
  /** The union at which the customer of a client group is signed in. */
  unionHostName: string | null
}

export type Resolved =
  | { kind: "screen"; screen: ScreenName }
  | { kind: "redirect"; path: string }
  | { kind: "transfer-to-union" }
  | { kind: "to-group"; hostName: string }
  | { kind: "stopped" }
  | { kind: "not-found" }

/** The screen or redirect of an address for this customer. */
export function resolve(path: string, visit: Visit): Resolved {
  const screen = screenAt(path, visit.site.isCustomerSite)
  if (screen === undefined) return { kind: "not-found" }

  // For everyone and at every host, so before all redirects.
  if (screen === "accessibility") return { kind: "screen", screen }

  const isOwnLink = screens[screen].path.includes("/:token")
  if (visit.isStopped && !isOwnLink) return { kind: "stopped" }

  // The group's own host only signs customers in: they continue at their union's host. An emailed link opens there
  // for everyone, because it may be for another person or for another union.
  const isEmailed = isOwnLink || screen === "logInLink"
  if (visit.site.isClientGroup && visit.hasUser && visit.unionHostName && !isEmailed) {
    return { kind: "transfer-to-union" }
  }

  // Its unions' hosts sign no one in; only an emailed link and a session transfer open there.
  const { clientGroupHostName } = visit.site
  if (clientGroupHostName && !visit.hasUser && !isOwnLink) {
    return { kind: "to-group", hostName: clientGroupHostName }
  }

  const home = homeOf(visit)
  const { signedIn, atSupport, path: pattern } = screens[screen]
  // The login stands at the address of the screen, which then shows.
  if (screen === "status" && !visit.hasStaffUser) return { kind: "screen", screen: "supportLogin" }
  // Registration and recovery are for people who are not signed in: Back would open a dead step. Links of emails
  // have a parameter, and open for everyone.
  const isStep = !signedIn && !atSupport && path !== "/" && !pattern.includes(":")
  const isOpen = signedIn ? mayShow(screen, visit) : !(visit.hasUser && isStep)
  if (!isOpen || (path === "/" && home !== "/")) return { kind: "redirect", path: home }
  if (path === "/payment-center") return { kind: "redirect", path: screens.paymentCenter.path }
  return { kind: "screen", screen }
}

function homeOf({ site, hasUser, hasStaffUser }: Visit): string {
  if (site.isClientGroup) return "/"
  if (site.isCustomerSite) return hasUser ? screens.dashboard.path : "/"
  return hasStaffUser ? screens.customerHome.path : "/"
}

/** The search and the status belong to staff; every other signed-in screen shows a customer's account. */
function mayShow(screen: ScreenName, { hasUser, hasStaffUser }: Visit): boolean {
  return screen === "customerHome" || screen === "status" ? hasStaffUser : hasUser
}
