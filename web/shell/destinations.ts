import { screens } from "#contracts/screens.ts"
import * as barTexts from "./signed-in-texts.ts"
import { isSupport, type Viewer } from "./viewer.ts"

export type DestinationName = "home" | "status" | "paymentCenter" | "products" | "profile"

export interface Destination {
  name: DestinationName
  label: string
  path: string
  /** The start of the paths of its screens. */
  covers: readonly string[]
}

/** The target of Home: the login for anonymous people, the customer search for staff. */
export function homePath(viewer: Viewer): string {
  if (!viewer.signedIn) return screens.login.path
  return viewer.isCustomerSite ? screens.dashboard.path : screens.customerHome.path
}

/**
 * The lines of the navigation, in order; Logout is no place and not among them. The support site has
 * no customer, so it has no Payment Center and no products; it says what works.
 */
export function destinationsFor(viewer: Viewer): Destination[] {
  const home = homePath(viewer)
  const first: Destination = { name: "home", label: barTexts.home, path: home, covers: [home] }
  if (!viewer.isCustomerSite) {
    if (viewer.lacksStatus) return [first]
    const path = screens.status.path
    return [first, { name: "status", label: barTexts.status, path, covers: [path] }]
  }
  const destinations: Destination[] = [
    first,
    {
      name: "paymentCenter",
      label: barTexts.paymentCenter,
      path: screens.paymentCenter.path,
      covers: ["/payment-center"],
    },
    {
      name: "products",
      label: barTexts.products,
      path: screens.products.path,
      covers: [screens.products.path, "/product-details"],
    },
  ]
  if (!isSupport(viewer)) {
    const path = screens.profile.path
    destinations.push({ name: "profile", label: barTexts.profile, path, covers: [path] })
  }
  return destinations
}

export function isAt(destination: Destination, path: string): boolean {
  return destination.covers.some((start) => path === start || path.startsWith(`${start}/`))
}
