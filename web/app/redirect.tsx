import { useLayoutEffect } from "react"
import { navigate } from "./location.ts"

/** Replaces the current address with another screen. */
export function Redirect({ to }: { to: string }) {
  useLayoutEffect(() => navigate(to, { replace: true }), [to])
  return null
}
