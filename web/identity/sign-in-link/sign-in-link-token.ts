import { useEffect, useState } from "react"
import { secretIn, secretOrPart } from "#contracts/identity/link-secret-rules.ts"
import { navigate } from "#web/app/location.ts"

let token: string | undefined

/**
 * The token of the emailed link, which follows the `#`; undefined after a reload. It is stored only
 * in memory and removed from the address, which appears in the history and in screenshots.
 */
function takeToken(): string | undefined {
  // A mail program may have turned it into a query or added its own parameters.
  const inAddress = location.hash + location.search.replaceAll(/[^?&]*=[^&]*/g, "")
  if (inAddress !== "") {
    token = secretIn(inAddress) ?? secretOrPart(location.hash.slice(1))
    navigate(location.pathname, { replace: true })
  }
  return token
}

interface LinkToken {
  token: string | undefined
  isRead: boolean
  /** Takes the token of a link that the person pastes. */
  paste: (token: string) => void
}

/**
 * The token of the emailed link that opened this page. `isRead` is false until the address has been
 * read.
 */
export function useLinkToken(): LinkToken {
  const [read, setRead] = useState<{ token: string | undefined; isRead: boolean }>({
    token: undefined,
    isRead: false,
  })

  useEffect(() => {
    const take = () => setRead({ token: takeToken(), isRead: true })
    take()
    // The link may open in a tab that already shows this page.
    addEventListener("hashchange", take)
    return () => removeEventListener("hashchange", take)
  }, [])

  return { ...read, paste: (pasted) => setRead({ token: pasted, isRead: true }) }
}
