import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import type { Message } from "#contracts/messages.ts"
import {
  clearNotifications,
  notifications,
  notify,
  removeNotifications,
} from "#web/shell/notifications/notifications.ts"
import { CallError, messagesOf } from "./api.ts"

interface Loaded<Reply> {
  data: Reply | undefined
  failed: boolean
  /** The server has no such item, so trying again does not help. */
  notFound: boolean
  busy: boolean
  tryAgain: () => Promise<void>
}

/**
 * Loads a screen's data with one call, and shows its messages or those of a failure. `failedText`
 * names the missing content. It begins the message of a failure, so that one fault has one message.
 * With `saysNotFound`, the screen itself explains that the server has no such item.
 */
export function useLoaded<Reply extends { messages: Message[] }>(
  queryKey: readonly unknown[],
  load: (signal: AbortSignal) => Promise<Reply>,
  failedText?: string,
  saysNotFound = false,
): Loaded<Reply> {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal),
  })

  const notFound = isNotFound(error)
  const isSaid = notFound && saysNotFound

  useEffect(() => {
    if (data) notify(data.messages)
    if (!error || isSaid) return
    const shown = opened(messagesOf(error), failedText)
    notify(shown)
    return () => removeFrom(shown)
  }, [data, error, isSaid, failedText])

  async function tryAgain() {
    clearNotifications()
    await refetch()
  }
  return { data, failed: error !== null, notFound, busy: isFetching, tryAgain }
}

/** Removes the messages of the failure once a later attempt succeeds. */
function removeFrom(shown: readonly Message[]): void {
  const contents = shown.map(({ content }) => content)
  removeNotifications(notifications.get().filter(({ content }) => contents.includes(content)))
}

/**
 * Merges the messages of one failure: `text` names the missing content, and the first message
 * explains why.
 */
export function opened([first, ...rest]: Message[], text: string | undefined): Message[] {
  if (!first || text === undefined) return first ? [first, ...rest] : []
  return [{ ...first, content: [text, ...first.content] }, ...rest]
}

const notFoundIds = ["request.notFound", "product.gone"]

/** Whether the error is a 404 from our server. A proxy's 404 does not contain this message. */
function isNotFound(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  return error.messages.some(({ messageId }) => notFoundIds.includes(messageId))
}
