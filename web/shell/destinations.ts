import { screens } from "#contracts/screens.ts"

/** Who looks at the shell: it decides which lines of the navigation there are. */
export interface Viewer {
  isCustomerSite: boolean
  signedIn: boolean
  /** The staff member's user id, at the support site or acting for a customer. */
  agentUserid?: string | undefined
}

export type DestinationName = "home" | "paymentCenter" | "products" | "profile"

export interface Destination {
  name: DestinationName
  label: string
  path: string
  /** What the path of a screen that belongs to it starts with. */
  covers: readonly string[]
}

export type ShellLayout = "bare" | "public" | "signed-in"

/** Which parts of the shell stand around the screen at this path. */
export function layoutAt(path: string, signedIn: boolean): ShellLayout {
  if (path.startsWith("/logging-in")) return "bare"
  if (path.startsWith("/reset-password") || path.startsWith("/unsubscribe")) return "public"
  return signedIn ? "signed-in" : "public"
}

export function isSupport(viewer: Viewer): boolean {
  return !viewer.isCustomerSite || viewer.agentUserid !== undefined
}

/** Where Home leads: visitors to the sign-in, staff to the search for a customer. */
export function homePath(viewer: Viewer): string {
  if (!viewer.signedIn) return screens.login.path
  return viewer.isCustomerSite ? screens.dashboard.path : screens.customerHome.path
}

/** The lines of the navigation, in order; Logout is no place and not among them. */
export function destinationsFor(viewer: Viewer): Destination[] {
  const home = homePath(viewer)
  const destinations: Destination[] = [
    { name: "home", label: "Home", path: home, covers: [home] },
    {
      name: "paymentCenter",
      label: "Payment Center",
      path: screens.paymentCenter.path,
      covers: ["/payment-center"],
    },
    {
      name: "products",
      label: "Products",
      path: screens.products.path,
      covers: [screens.products.path, "/product-details"],
    },
  ]
  if (!isSupport(viewer)) {
    const path = screens.profile.path
    destinations.push({ name: "profile", label: "Profile", path, covers: [path] })
  }
  return destinations
}

export function isAt(destination: Destination, path: string): boolean {
  return destination.covers.some((start) => path === start || path.startsWith(`${start}/`))
}
