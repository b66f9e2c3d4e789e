import type { StoredUser } from "#contracts/identity/shapes.ts"
import { writeItem } from "#web/calls/local-storage.ts"
import { useStore } from "#web/calls/store.ts"
import { startIdleClock } from "./activity.ts"
import { createTabSession, type Stopped } from "./tab-session.ts"

/**
 * Why a session ended: the person logged out or was inactive, or the server rejected the session.
 */
export type EndReason = "logOut" | "idle" | "refused"

/** The signed-in customer, also when staff act for them (`csUserid` is set). */
export const customerSession = createTabSession("user")
/** The signed-in staff member of the support site. */
const staff = createTabSession("supportUser")
const both = [customerSession, staff]

export function storeUser(user: StoredUser): void {
  startIdleClock(Date.now())
  customerSession.start(user)
}

export function storeStaffUser(user: StoredUser): void {
  startIdleClock(Date.now())
  staff.start(user)
}

/** Ends the session in this browser, but not that of another person who has signed in since. */
export function clearSession(reason: EndReason): void {
  writeItem("sessionEnd", reason)
  for (const session of both) session.clear()
}

/** Stops this tab, because the server reports that another sign-in replaced it. */
export function stopTab(): void {
  for (const session of both) session.stop()
}

/**
 * Releases this tab from its person. It then shows the person who is signed in with this browser.
 */
export function takeOverSession(): void {
  for (const session of both) session.takeOver()
}

export function accessToken(): string | undefined {
  return (customerSession.get().user ?? staff.get().user)?.access_token
}

/** Checks whether this tab's session still belongs to its person. */
export function checkSession(): void {
  for (const session of both) session.check()
}

export function isStopped(): boolean {
  return both.some((session) => session.get().stopped)
}

/**
 * The userid of the staff member in this browser: at the support site, or acting for a customer at
 * theirs.
 */
export function csUserid(): string | undefined {
  const { user } = customerSession.get()
  return user ? user.csUserid : staff.get().user?.userid
}

export function useUser(): StoredUser | null {
  return useStore(customerSession).user
}

export function useStaffUser(): StoredUser | null {
  return useStore(staff).user
}

/** The reason if this tab has stopped because another person signed in with this browser. */
export function useStopped(): Stopped | null {
  const ofStaff = useStore(staff).stopped
  return useStore(customerSession).stopped ?? ofStaff
}
