/** The person who sees the shell. It decides which lines the navigation has. */
export interface Viewer {
  isCustomerSite: boolean
  signedIn: boolean
  /** The staff member's user id, at the support site or acting for a customer. */
  staffUserid?: string | undefined
  /** The staff member's account cannot open the status. */
  lacksStatus?: boolean | undefined
}

export type ShellLayout = "bare" | "public" | "signed-in"

/** Which parts of the shell stand around the screen at this path. */
export function layoutAt(path: string, signedIn: boolean): ShellLayout {
  if (path.startsWith("/logging-in")) return "bare"
  const isFromEmail = /^\/(?:reset-password|unsubscribe|email-change)/.test(path)
  if (isFromEmail) return "public"
  return signedIn ? "signed-in" : "public"
}

export function isSupport(viewer: Viewer): boolean {
  return !viewer.isCustomerSite || viewer.staffUserid !== undefined
}
