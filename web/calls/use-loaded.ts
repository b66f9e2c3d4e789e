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
  /** The messages of a failure, for `LoadFailed`; null without one. */
  failed: readonly Message[] | null
  /** The server has no such item, so trying again does not help. */
  notFound: boolean
  busy: boolean
  tryAgain: () => Promise<void>
}

/**
 * Loads a screen's data with one call, and shows its messages. `failedText` names the missing
 * content, in the place of which the screen shows `failed`; without it, the notification area shows
 * the messages of a failure.
 */
export function useLoaded<Reply extends { messages: Message[] }>(
  queryKey: readonly unknown[],
  load: (signal: AbortSignal) => Promise<Reply>,
  failedText?: string,
): Loaded<Reply> {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal),
  })

  useEffect(() => {
    if (data) notify(data.messages)
    if (!error || failedText !== undefined) return
    const shown = messagesOf(error)
    notify(shown)
    return () => removeFrom(shown)
  }, [data, error, failedText])

  async function tryAgain() {
    clearNotifications()
    await refetch()
  }
  const failed = error && opened(messagesOf(error), failedText)
  return { data, failed, notFound: isNotFound(error), busy: isFetching, tryAgain }
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
