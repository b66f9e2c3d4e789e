import type { Store } from "./store.ts"

/** Every key that My Account stores in the browser; each host of a brand has its own. */
export type StorageKey =
  | "rememberedUsername"
  | "hideWelcome"
  | "customerLoginIp"
  | "clientName"
  | "selectedUnionHostName"
  | "init"
  | "user"
  | "supportUser"
  | "lastActivity"
  /** "sent": a payment whose result was not shown here yet. "ended": the session ended meanwhile. */
  | "unseenPayment"
  | "sessionExtended"

/** Stored per tab, also across reloads: the customer of the tab. */
export type TabKey = "userOfTab" | "supportUserOfTab"

/** The stored text; null if there is none or the browser stores nothing for this site. */
export function readItem(key: StorageKey | TabKey): string | null {
  try {
    return storageOf(key).getItem(key)
  } catch {
    return null
  }
}

/** Stores `text`, or removes the key for null. Ignores a browser that refuses. */
export function writeItem(key: StorageKey | TabKey, text: string | null): void {
  try {
    const storage = storageOf(key)
    if (text === null) storage.removeItem(key)
    else storage.setItem(key, text)
  } catch {
    // Private windows and full disks: the page continues with its memory.
  }
}

function storageOf(key: string): Storage {
  return key.endsWith("OfTab") ? sessionStorage : localStorage
}

/** Whether the customer closed the welcome; login and dashboard then omit it. */
export function isWelcomeHidden(): boolean {
  return readItem("hideWelcome") === "Y"
}

export function hideWelcome(): void {
  writeItem("hideWelcome", "Y")
}

/**
 * A store whose value outlives the page and is shared by the tabs of this site. It is read on first
 * use, so that importing a module does not access the browser.
 */
export function createStoredStore<Value>(key: StorageKey, initial: Value): Store<Value> {
  let value = initial
  let isRead = false
  const listeners = new Set<() => void>()

  function tell() {
    for (const listener of listeners) listener()
  }

  function followOtherTabs(event: StorageEvent) {
    // A null key: everything was cleared.
    if (event.key !== key && event.key !== null) return
    value = parsed(event.key === null ? null : event.newValue, initial)
    tell()
  }

  return {
    get() {
      if (!isRead) {
        isRead = true
        value = parsed(readItem(key), initial)
      }
      return value
    },
    set(next) {
      isRead = true
      value = next
      writeItem(key, next === initial ? null : JSON.stringify(next))
      tell()
    },
    subscribe(listener) {
      if (listeners.size === 0) addEventListener("storage", followOtherTabs)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) removeEventListener("storage", followOtherTabs)
      }
    },
  }
}

function parsed<Value>(text: string | null, otherwise: Value): Value {
  if (text === null) return otherwise
  try {
    return JSON.parse(text)
  } catch {
    return otherwise
  }
}
