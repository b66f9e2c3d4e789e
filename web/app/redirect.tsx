import { useLayoutEffect } from "react"
import { navigate } from "./location.ts"

/** Goes on to another screen; the address that led here leaves the history. */
export function Redirect({ to }: { to: string }) {
  useLayoutEffect(() => navigate(to, { replace: true }), [to])
  return null
}
