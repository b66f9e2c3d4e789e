import { useLayoutEffect } from "react"
import { navigate } from "./location.ts"

/**
 * Replaces the current address with another screen, and keeps the union in the address for a
 * reload.
 */
export function Redirect({ to }: { to: string }) {
  useLayoutEffect(() => {
    const union = new URLSearchParams(location.search).get("union")
    const query = union === null ? "" : `?${new URLSearchParams({ union })}`
    navigate(`${to}${query}`, { replace: true })
  }, [to])
  return null
}
