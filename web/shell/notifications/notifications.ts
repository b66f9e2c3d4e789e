import type { Message } from "#contracts/messages.ts"
import { createStore, useStore } from "#web/calls/store.ts"

/** A message and the screen that it belongs to. */
export interface Notification extends Message {
  path: string
}

const none: readonly Notification[] = []
const noNotifications = () => none

export const notifications = createStore(none)

/**
 * Shows messages in the notification area of `path`'s screen: the current one, or the one that
 * the caller is about to go to. Leaving that screen clears them.
 */
export function notify(messages: readonly Message[], path: string = location.pathname): void {
  const added = messages.map((message) => ({ ...message, path }))
  // A repeated message is a new one: see `removeNotifications`.
  const others = notifications.get().filter((old) => !added.some((message) => isSame(old, message)))
  if (added.length > 0) notifications.set([...others, ...added])
}

/** Removes the messages of an earlier try; a message that was shown again since stays. */
export function removeNotifications(earlier: readonly Message[]): void {
  notifications.set(notifications.get().filter((message) => !earlier.includes(message)))
}

export function dismissNotification(message: Message): void {
  removeNotifications([message])
}

export function clearNotifications(): void {
  notifications.set([])
}

/** A route change clears what belongs to any other screen. */
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
