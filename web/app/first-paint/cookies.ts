import { useHydrated } from "#web/ui/hydration/hydrated.ts"

/** Whether the browser accepts cookies, which every login needs. */
export function useCookies(): boolean {
  return !useHydrated() || navigator.cookieEnabled
}
