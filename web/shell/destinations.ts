import { screens } from "#contracts/screens.ts"
import * as laterTexts from "./later-texts.ts"
import { isSupport, type Viewer } from "./viewer.ts"

export type DestinationName = "home" | "status" | "paymentCenter" | "products" | "profile"

export interface Destination {
  name: DestinationName
  label: string
  path: string
  /** The prefixes of its screens' paths. */
  covers: readonly string[]
}

/** The target of Home: the login for anonymous people, the customer search for staff. */
export function homePath(viewer: Viewer): string {
  if (!viewer.signedIn) return screens.login.path
  return viewer.isCustomerSite ? screens.dashboard.path : screens.customerHome.path
}

/**
 * The lines of the navigation, in order. Logout is not a destination and so is not included. The
 * support site does not have a customer, so it omits Payment Center and products and includes the
 * status.
 */
export function destinationsFor(viewer: Viewer): Destination[] {
  const home = homePath(viewer)
  const first: Destination = { name: "home", label: laterTexts.home, path: home, covers: [home] }
  if (!viewer.isCustomerSite) {
    if (viewer.lacksStatus) return [first]
    const path = screens.status.path
    return [first, { name: "status", label: laterTexts.status, path, covers: [path] }]
  }
  const destinations: Destination[] = [
    first,
    {
      name: "paymentCenter",
      label: laterTexts.paymentCenter,
      path: screens.paymentCenter.path,
      covers: ["/payment-center"],
    },
    {
      name: "products",
      label: laterTexts.products,
      path: screens.products.path,
      covers: [screens.products.path, "/product-details"],
    },
  ]
  if (!isSupport(viewer)) {
    const path = screens.profile.path
    destinations.push({ name: "profile", label: laterTexts.profile, path, covers: [path] })
  }
  return destinations
}

export function isAt(destination: Destination, path: string): boolean {
  return destination.covers.some((start) => path === start || path.startsWith(`${start}/`))
}
