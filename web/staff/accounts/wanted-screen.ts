import { screens } from "#contracts/screens.ts"
import { readItem, writeItem } from "#web/calls/local-storage.ts"

/** Stores during a login through an identity provider that staff opened the status page. */
export function noteWantedScreen(): void {
  writeItem("wantedOfTab", location.pathname === screens.status.path ? location.pathname : null)
}

/** The path to open after the login. */
export function wantedScreen(): string {
  const isStatus = readItem("wantedOfTab") === screens.status.path
  writeItem("wantedOfTab", null)
  return isStatus ? screens.status.path : screens.customerHome.path
}
