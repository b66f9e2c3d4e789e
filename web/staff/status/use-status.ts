import { useQuery } from "@tanstack/react-query"
import { call } from "#web/calls/api.ts"

const everySeconds = 30

/**
 * The status, asked for again while the tab can be seen. After a failure the last known one stays, and
 * `error` says why there is none that is newer.
 */
export function useStatus() {
  return useQuery({
    queryKey: ["staff-status"],
    queryFn: ({ signal }) => call("GET /myaccount-core/agent/status", undefined, { signal }),
    refetchInterval: everySeconds * 1000,
    staleTime: (everySeconds * 1000) / 2,
  })
}
