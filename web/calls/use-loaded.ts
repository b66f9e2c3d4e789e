import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import type { Message } from "#contracts/messages.ts"
import { clearNotifications, notify } from "#web/shell/notifications/notifications.ts"
import { CallError, messagesOf } from "./api.ts"

interface Loaded<Reply> {
  data: Reply | undefined
  failed: boolean
  /** The requested item does not exist, so trying again does not help. */
  notFound: boolean
  busy: boolean
  tryAgain: () => Promise<void>
}

/** Loads a screen's data with one call, and shows its messages and those of a failure. */
export function useLoaded<Reply extends { messages: Message[] }>(
  queryKey: readonly unknown[],
  load: (signal: AbortSignal) => Promise<Reply>,
): Loaded<Reply> {
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
  const notFound = error instanceof CallError && error.status === 404
  return { data, failed: error !== null, notFound, busy: isFetching, tryAgain }
}
