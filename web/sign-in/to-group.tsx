import { useEffect } from "react"
import { FullScreenSpinner } from "../ui/spinner.tsx"

/** Takes a visitor of a union's host to its group's, where they pick their union and log in. */
export default function ToGroup({ hostName }: { hostName: string }) {
  useEffect(() => {
    const address = new URL(location.pathname, location.origin)
    address.hostname = hostName
    address.searchParams.set("clearSession", "true")
    location.replace(address)
  }, [hostName])
  return <FullScreenSpinner />
}
