import { navigate } from "../location.ts"

let token: string | undefined

/**
 * The token of the emailed link, which stands behind the `#`; nothing once the page was loaded
 * again. It is kept in memory alone and leaves the address, which goes to the history and to
 * screenshots.
 */
export function takeToken(): string | undefined {
  const inAddress = location.hash.slice(1)
  if (inAddress !== "") {
    token = inAddress
    navigate(location.pathname, { replace: true })
  }
  return token
}
