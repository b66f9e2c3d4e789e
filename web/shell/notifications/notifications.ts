import type { Message } from "#contracts/messages.ts"
import { createStore, useStore } from "#web/calls/store.ts"

/** A message and the path of its screen. */
export interface Notification extends Message {
  path: string
}

const none: readonly Notification[] = []
const noNotifications = () => none

export const notifications = createStore(none)

/**
 * Shows messages in the notification area of the screen at `path`: the current one, or the one that
 * the caller is about to open. Leaving that screen clears them.
 */
export function notify(messages: readonly Message[], path: string = location.pathname): void {
  const added = messages.map((message) => ({ ...message, path }))
  // A repeated message counts as a new one: see `removeNotifications`.
  const others = notifications.get().filter((old) => !added.some((message) => isSame(old, message)))
  if (added.length > 0) notifications.set([...others, ...added])
}

/** Removes the messages of an earlier attempt, except those that were shown again since. */
export function removeNotifications(earlier: readonly Message[]): void {
  notifications.set(notifications.get().filter((message) => !earlier.includes(message)))
}

export function dismissNotification(message: Message): void {
  removeNotifications([message])
}

export function clearNotifications(): void {
  notifications.set([])
}

/** Clears the messages of all other screens after a route change. */
export function keepNotificationsOf(path: string): void {
  const kept = notifications.get().filter((message) => message.path === path)
  if (kept.length < notifications.get().length) notifications.set(kept)
}

export function useNotifications(): readonly Message[] {
  return useStore(notifications, noNotifications)
}

function isSame(one: Notification, other: Notification): boolean {
  return (
    one.path === other.path &&
    one.messageId === other.messageId &&
    one.type === other.type &&
    one.content.join("\n") === other.content.join("\n")
  )
}
