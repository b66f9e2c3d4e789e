import { writeItem } from "#web/calls/local-storage.ts"
import { takeOverSession } from "./session.ts"

/** Forgets the signed-in person and their union, and reloads the page without the query. */
export function clearAndReload(): void {
  writeItem("user", null)
  writeItem("supportUser", null)
  takeOverSession()
  writeItem("selectedUnionHostName", null)
  const address = new URL(location.href)
  address.searchParams.delete("clearSession")
  location.replace(address)
}
