import { writeItem } from "#web/calls/local-storage.ts"
import { takeOverSession } from "./session.ts"

/** Forgets who was signed in, and at which union, and loads the page anew without being asked to. */
export function clearAndReload(): void {
  writeItem("user", null)
  writeItem("supportUser", null)
  takeOverSession()
  writeItem("selectedUnionHostName", null)
  const address = new URL(location.href)
  address.searchParams.delete("clearSession")
  location.replace(address)
}
