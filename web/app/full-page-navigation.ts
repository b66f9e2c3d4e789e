import { readItem } from "#web/calls/local-storage.ts"
import { isCalling } from "#web/calls/release.ts"
import { accessToken } from "#web/identity/session/session.ts"
import { type Notification, notifications } from "#web/shell/notifications/notifications.ts"
import { isInThisDocument, showAllScreens } from "./own-document.ts"

/**
 * Navigates with a page load between screens that can contain a card form and all others, and to a
 * newer release: changes the address and history state as usual, then reloads to
 * get the document of the address.
 */

/** The part of the history state that is passed to the new document. */
interface Carried {
  messages?: Notification[]
}

/**
 * Whether the screen must be shown in this document, because a new one would lose something: a
 * pending call or the result of a payment if this document may show the screen, and always a session
 * that the browser cannot store.
 */
export function mustStay(isHere: boolean): boolean {
  const isStored = readItem("user") !== null || readItem("supportUser") !== null
  if (accessToken() && !isStored) return isHere || showAllScreens()
  return isHere && (isCalling() || readItem("unseenPayment") === "sent")
}

let isLeaving = false

/** Opens a screen in another document, with `state` and the messages for that screen. */
export function navigateWithReload(path: string, replace: boolean, state: unknown): void {
  // Another document is already loading.
  if (isLeaving || !isInThisDocument(location.pathname)) return
  isLeaving = true
  const messages = notifications.get().filter((message) => message.path === path)
  const carried = {
    ...(state as object | null),
    ...(messages.length > 0 && { messages }),
    isCrossing: true,
  }
  // The new screen must start at its top.
  scrollTo({ top: 0, behavior: "instant" })
  history[replace ? "replaceState" : "pushState"](carried, "", path)
  location.reload()
}

/** Shows the messages passed from the previous document, once. */
function unpack(): void {
  const { messages, ...state }: Carried = history.state ?? {}
  if (messages === undefined) return
  history.replaceState(Object.keys(state).length > 0 ? state : null, "")
  notifications.set([...notifications.get(), ...messages])
}

unpack()
// Back and Forward only change the address.
addEventListener("popstate", () => {
  if (isInThisDocument(location.pathname)) return
  history.replaceState({ ...history.state, isCrossing: true }, "")
  location.reload()
})
