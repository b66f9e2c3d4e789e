import type { StoredUser } from "#contracts/appauth/shapes.ts"
import { startIdleClock } from "./activity.ts"
import { createStoredStore } from "./local-storage.ts"
import { useStore } from "./store.ts"

/** The signed-in customer, also when staff act for them (`csUserid` is set). */
const userStore = createStoredStore<StoredUser | null>("user", null)
/** The signed-in agent of the support site. */
const supportUserStore = createStoredStore<StoredUser | null>("supportUser", null)

export function storeUser(user: StoredUser): void {
  startIdleClock(Date.now())
  userStore.set(user)
}

export function storeSupportUser(user: StoredUser): void {
  startIdleClock(Date.now())
  supportUserStore.set(user)
}

export function clearSession(): void {
  if (userStore.get()) userStore.set(null)
  if (supportUserStore.get()) supportUserStore.set(null)
}

export function accessToken(): string | undefined {
  return (userStore.get() ?? supportUserStore.get())?.access_token
}

/** The agent behind this browser: at the support site, or acting for a customer at theirs. */
export function csUserid(): string | undefined {
  const user = userStore.get()
  return user ? user.csUserid : supportUserStore.get()?.userid
}

export function useUser(): StoredUser | null {
  return useStore(userStore)
}

export function useSupportUser(): StoredUser | null {
  return useStore(supportUserStore)
}
