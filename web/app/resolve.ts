import type { InitData } from "#contracts/brands/clients.ts"
import { type ScreenName, screenAt, screens } from "#contracts/screens.ts"

/** The customer and site for which an address is resolved. */
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

/** Returns the screen or redirect of an address for this customer. */
export function resolve(path: string, visit: Visit): Resolved {
  const screen = screenAt(path, visit.site.isCustomerSite)
  if (screen === undefined) return { kind: "not-found" }

  // Everyone can open it at every host, so it comes before all redirects.
  if (screen === "accessibility") return { kind: "screen", screen }

  const isOwnLink = screens[screen].path.includes("/:token")
  if (visit.isStopped && !isOwnLink) return { kind: "stopped" }

  // The group's own host only signs customers in, who then continue at their union's host. An
  // emailed link opens there for everyone, because it may be for another person or another union.
  const isEmailed = isOwnLink || screen === "logInLink"
  if (visit.site.isClientGroup && visit.hasUser && visit.unionHostName && !isEmailed) {
    return { kind: "transfer-to-union" }
  }

  // The hosts of its unions do not sign anyone in. They only open emailed links and session
  // transfers.
  const { clientGroupHostName } = visit.site
  if (clientGroupHostName && !visit.hasUser && !isOwnLink) {
    return { kind: "to-group", hostName: clientGroupHostName }
  }

  const home = homeOf(visit)
  const { signedIn, atSupport, path: pattern } = screens[screen]
  // The login appears at the address of the status page, which then shows the status.
  if (screen === "status" && !visit.hasStaffUser) return { kind: "screen", screen: "supportLogin" }
  // Registration and recovery are for signed-out people, because Back would open a finished step.
  // Links from emails have a parameter and open for everyone.
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

/**
 * Whether the visitor may see the screen. The search and the status page are for staff; every other
 * signed-in screen shows a customer's account.
 */
function mayShow(screen: ScreenName, { hasUser, hasStaffUser }: Visit): boolean {
  return screen === "customerHome" || screen === "status" ? hasStaffUser : hasUser
}
