import { writeItem } from "#web/calls/local-storage.ts"
import { type EndReason, takeOverSession } from "./session.ts"

/** Removes the signed-in person and their union, and reloads the page with this query instead. */
export function clearAndReload(search: string): void {
  writeItem("sessionEnd", "logOut" satisfies EndReason)
  writeItem("keptOfTab", null)
  writeItem("user", null)
  writeItem("supportUser", null)
  takeOverSession()
  writeItem("selectedUnionHostName", null)
  const address = new URL(location.href)
  address.search = search
  location.replace(address)
}
