import { knownContents } from "#web/brands/use-contents.ts"
import { notify } from "#web/shell/notifications/notifications.ts"
import * as texts from "./texts.ts"

/**
 * Explains at the login why a reload ended the session, if the browser does not store data for this
 * site.
 */
export function warnOfBlockedStorage(): void {
  if (!isBlocked()) return
  const content = [texts.storesNothing, knownContents()["header phone info"] ?? ""]
  notify([{ type: "INFO", content, messageId: "storage.blocked" }], "/")
}

function isBlocked(): boolean {
  try {
    localStorage.setItem("probe", "")
    localStorage.removeItem("probe")
    return false
  } catch {
    return true
  }
}
