import { type Notification, notifications } from "#web/shell/notifications/notifications.ts"
import { isInThisDocument } from "./own-document.ts"

/**
 * The way between the screens that can hold a card form and those that carry the brand's scripts:
 * the address and the state of the history change as on any way, and a reload makes the document
 * that belongs to the address.
 */

/** What an entry of the history holds for the document that it is opened in. */
interface Carried {
  messages?: Notification[]
}

/** Goes to a screen in another document. `state` and the messages that wait for that screen go along. */
export function cross(path: string, replace: boolean, state: unknown): void {
  // Another document is on its way already.
  if (!isInThisDocument(location.pathname)) return
  const messages = notifications.get().filter((message) => message.path === path)
  const carried = messages.length > 0 ? { ...(state as object | null), messages } : state
  // The new screen is to start at its top.
  scrollTo({ top: 0, behavior: "instant" })
  history[replace ? "replaceState" : "pushState"](carried, "", path)
  location.reload()
}

/** Shows the messages that came along, once. */
function unpack(): void {
  const { messages, ...state }: Carried = history.state ?? {}
  if (messages === undefined) return
  history.replaceState(Object.keys(state).length > 0 ? state : null, "")
  notifications.set([...notifications.get(), ...messages])
}

unpack()
// Back and Forward change the address alone.
addEventListener("popstate", () => {
  if (!isInThisDocument(location.pathname)) location.reload()
})
