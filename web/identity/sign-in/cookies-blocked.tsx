import { useCookies } from "#web/app/first-paint/cookies.ts"
import { useClient } from "#web/brands/init.ts"
import { Alert } from "#web/ui/alert.tsx"
import * as texts from "./login-requirements-texts.ts"

/**
 * Explains that logging in and registering need cookies. Renders nothing if the browser accepts
 * them.
 */
export function CookiesBlocked() {
  const { clientPhoneNumber } = useClient()
  if (useCookies()) return null
  const orCall = clientPhoneNumber ? ` ${texts.orCallUs(clientPhoneNumber)}` : ""
  return <Alert tone="warning" content={[`${texts.cookiesBlocked}${orCall}`]} />
}
