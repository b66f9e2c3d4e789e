import { useHydrated } from "#web/ui/hydration/hydrated.ts"

/** Whether the browser takes cookies: without them no login works. */
export function useCookies(): boolean {
  return !useHydrated() || navigator.cookieEnabled
}
