import type { StoredUser } from "#contracts/identity/shapes.ts"
import { readItem, writeItem } from "#web/calls/local-storage.ts"
import type { Store } from "#web/calls/store.ts"

/**
 * Parses a stored user; null if the text is not a user. A token that is not valid in a header would
 * fail all calls, so it makes the user invalid.
 */
function parseStoredUser(text: string | null): StoredUser | null {
  try {
    const user = JSON.parse(text ?? "")
    const isUser =
      /^[!-~]+$/.test(user.access_token) &&
      texts.every((field) => typeof user[field] === "string") &&
      typeof user.isEmailSubscribed === "boolean" &&
      [user.csUserid, user.csName].every((text) => /^(undefined|string)$/.test(typeof text))
    return isUser ? user : null
  } catch {
    return null
  }
}

const texts = [
  "access_token",
  "accountNumber",
  "policyNumber",
  "firstName",
  "lastName",
  "userid",
] as const satisfies (keyof StoredUser)[]

/** A tab that stopped because another person signed in with this browser. */
export interface Stopped {
  /** The person of the tab; null if only an earlier page of the tab had this data. */
  was: StoredUser | null
  /** The person who is signed in with this browser now; null if unknown. */
  now: StoredUser | null
}

interface TabState {
  user: StoredUser | null
  stopped: Stopped | null
}

/**
 * The session of this tab. Tabs of a site share the browser's storage and so the sign-in, but each
 * tab stays with the person for whom it was opened. When another person signs in with this browser,
 * the tab stops: it neither shows nor sends any of their data unless the person at the tab agrees.
 */
export interface TabSession extends Pick<Store<TabState>, "get" | "subscribe"> {
  /** Checks whether another person has signed in with this browser. Call it before each request. */
  check(): void
  /** Starts the session of a person who signed in in this tab. */
  start(user: StoredUser): void
  /** Ends the session in all tabs that share it. */
  clear(): void
  /** Stops the tab, because the server has replaced its session. */
  stop(): void
  /** Switches to the person who is signed in with this browser now. */
  takeOver(): void
}

const nobody: TabState = { user: null, stopped: null }

/**
 * Explains that another tab has ended the session of this one. Set while a signed-in screen is
 * visible.
 */
export const otherTab: { explainEnd?: () => void } = {}

export function createTabSession(key: "user" | "supportUser"): TabSession {
  const heldKey = `${key}OfTab` as const
  let state = nobody
  /** The person of this tab; null until there is one. */
  let held: string | null = null
  /** The stored value at the last check; undefined before the first one. */
  let seen: string | null | undefined
  const listeners = new Set<() => void>()

  function set(next: TabState) {
    if (!next.user && held !== null) forgetCached()
    state = next
    for (const listener of listeners) listener()
  }

  /** Back must not show the values of another person, or those typed before the login. */
  function forgetCached() {
    writeItem("keptOfTab", null)
  }

  function hold(user: StoredUser) {
    const person = personOf(user)
    if (held !== person) forgetCached()
    held = person
    writeItem(heldKey, held)
    set({ user, stopped: null })
  }

  function keep(text: string | null) {
    writeItem(key, text)
    seen = readItem(key)
  }

  function check() {
    const text = readItem(key)
    if (text === seen) return
    if (seen === undefined) held = readItem(heldKey)
    seen = text
    const now = parseStoredUser(text)
    const was = state.user ?? state.stopped?.was ?? null
    if (!now) {
      if (state.user) otherTab.explainEnd?.()
      writeItem(heldKey, null)
      set({ ...state, user: null })
    } else if (held === null || held === personOf(now)) {
      hold(now)
    } else {
      set({ user: null, stopped: { was, now } })
    }
  }

  return {
    get() {
      if (seen === undefined) check()
      return state
    },
    // A tab that was frozen missed the storage events of other tabs.
    subscribe(listener) {
      if (listeners.size === 0) {
        addEventListener("storage", check)
        document.addEventListener("visibilitychange", check)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        removeEventListener("storage", check)
        document.removeEventListener("visibilitychange", check)
      }
    },
    check,
    start(user) {
      keep(JSON.stringify(user))
      hold(user)
    },
    clear() {
      check()
      if (!state.user) return
      keep(null)
      writeItem(heldKey, null)
      set(nobody)
    },
    stop() {
      check()
      if (state.user) set({ user: null, stopped: { was: state.user, now: null } })
    },
    takeOver() {
      writeItem(heldKey, null)
      seen = undefined
      state = nobody
      check()
      set(state)
    },
  }
}

/** An id of the person. A customer and the staff acting for them have different ids. */
function personOf({ userid, csUserid = "" }: StoredUser): string {
  return `${userid} ${csUserid}`
}
