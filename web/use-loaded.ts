import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import type { Message } from "#contracts/messages.ts"
import { messagesOf } from "./api.ts"
import { clearNotifications, notify } from "./notifications.ts"

/** What a screen shows, from one call. Its messages are shown, and those of a failure. */
export function useLoaded<Reply extends { messages: Message[] }>(
  queryKey: readonly unknown[],
  load: (signal: AbortSignal) => Promise<Reply>,
): { data: Reply | undefined; failed: boolean; busy: boolean; tryAgain: () => Promise<void> } {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal),
  })

  useEffect(() => {
    if (data) notify(data.messages)
    if (error) notify(messagesOf(error))
  }, [data, error])

  async function tryAgain() {
    clearNotifications()
    await refetch()
  }
  return { data, failed: error !== null, busy: isFetching, tryAgain }
}
