import { useEffect, useState } from "react"
import { navigate } from "#web/app/location.ts"

let token: string | undefined

/**
 * The token of the emailed link, which follows the `#`; nothing once the page was loaded
 * again. It is kept in memory alone and leaves the address, which goes to the history and to
 * screenshots.
 */
function takeToken(): string | undefined {
  const inAddress = location.hash.slice(1)
  if (inAddress !== "") {
    token = inAddress
    navigate(location.pathname, { replace: true })
  }
  return token
}

/**
 * The token of the emailed link that opened this page; `isRead` is false until the address was
 * looked at.
 */
export function useLinkToken(): { token: string | undefined; isRead: boolean } {
  const [read, setRead] = useState<{ token: string | undefined; isRead: boolean }>({
    token: undefined,
    isRead: false,
  })

  useEffect(() => {
    const take = () => setRead({ token: takeToken(), isRead: true })
    take()
    // The link may be opened in a tab that shows this page already.
    addEventListener("hashchange", take)
    return () => removeEventListener("hashchange", take)
  }, [])

  return read
}
