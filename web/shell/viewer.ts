/** The person who sees the shell, which determines the lines of the navigation. */
export interface Viewer {
  isCustomerSite: boolean
  signedIn: boolean
  /** The staff member's user id, at the support site or acting for a customer. */
  staffUserid?: string | undefined
  /** Whether the staff member's account cannot open the status. */
  lacksStatus?: boolean | undefined
}

export type ShellLayout = "bare" | "public" | "signed-in"

/** The parts of the shell to show around the screen at this path. */
export function layoutAt(path: string, signedIn: boolean): ShellLayout {
  if (path.startsWith("/logging-in")) return "bare"
  const isFromEmail = /^\/(?:reset-password|unsubscribe|email-change)/.test(path)
  if (isFromEmail) return "public"
  return signedIn ? "signed-in" : "public"
}

export function isSupport(viewer: Viewer): boolean {
  return !viewer.isCustomerSite || viewer.staffUserid !== undefined
}
