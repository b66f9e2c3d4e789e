import { isReachable, unreachable } from "#web/calls/api.ts"
import { readItem } from "#web/calls/local-storage.ts"
import { isCalling, isLineLost } from "#web/calls/release.ts"
import { accessToken } from "#web/identity/session/session.ts"
import { type Notification, notifications, notify } from "#web/shell/notifications/notifications.ts"
import { isInThisDocument, showAllScreens } from "./own-document.ts"
import { retryUntilOnline } from "./retry-until-online.ts"
import { nextPageOffline } from "./texts.ts"

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
 * that the browser cannot store. Without a connection, a newer release can wait.
 */
export function mustStay(isHere: boolean): boolean {
  const isStored = readItem("user") !== null || readItem("supportUser") !== null
  if (accessToken() && !isStored) return isHere || showAllScreens()
  return isHere && (isCalling() || readItem("unseenPayment") === "sent" || !navigator.onLine)
}

let isLeaving = false
let stopWaiting: (() => void) | undefined
const messageId = "crossing.waits"
/** How long a check of the connection may take. */
const patienceMilliseconds = 4_000

/**
 * Loads another document by `leave`. If the connection seems lost, checks it first, because the
 * browser's own page would replace this one. A message then stays until the server answers or the
 * person navigates again. Without `mustLeave`, typing or opening a dialog removes it too.
 * `navigator.onLine` can be false with a connection, and true without one.
 */
function leaveOnline(leave: () => void, mustLeave: boolean): void {
  stopWaiting?.()
  if (navigator.onLine && !isLineLost()) {
    leave()
    return
  }
  let isShown = false
  stopWaiting = retryUntilOnline(async () => {
    if (isShown && !mustLeave && !isWanted()) return removeMessage()
    const patience = new Promise<false>((end) => setTimeout(end, patienceMilliseconds, false))
    if (await Promise.race([isReachable(), patience])) return leave()
    const { content } = navigator.onLine ? unreachable : { content: [nextPageOffline] }
    if (!isShown) notify([{ ...unreachable, content, messageId }])
    isShown = true
    throw new Error("The server does not answer.")
  })
}

function isWanted(): boolean {
  return hasMessage() && document.querySelector("dialog[open]") === null
}

function hasMessage(): boolean {
  return notifications.get().some((message) => message.messageId === messageId)
}

function removeMessage(): void {
  if (!hasMessage()) return
  notifications.set(notifications.get().filter((message) => message.messageId !== messageId))
}

/** Opens a screen in another document, with `state` and the messages for that screen. */
export function navigateWithReload(path: string, replace: boolean, state: unknown): void {
  // Another document is already loading.
  if (isLeaving) return
  leaveOnline(() => {
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
  }, replace)
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
  stopWaiting?.()
  if (isInThisDocument(location.pathname)) return
  leaveOnline(() => {
    isLeaving = true
    history.replaceState({ ...history.state, isCrossing: true }, "")
    location.reload()
  }, false)
})
// Leaving the page would discard the typed text. A select element would lose its new value if React
// rendered between its events "input" and "change".
addEventListener("input", () => void setTimeout(removeMessage))
