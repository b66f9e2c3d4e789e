/** Every key that My Account stores in the browser; each host of a brand has its own. */
export type StorageKey =
  | "rememberedUsername"
  | "rememberedUnion"
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
  /** Why the last session ended: see `EndReason`. */
  | "sessionEnd"

/**
 * Stored per tab, also across reloads: the customer of the tab, the values of its history, and the screen to which
 * an identity provider leads staff back.
 */
export type TabKey = "userOfTab" | "supportUserOfTab" | "keptOfTab" | "wantedOfTab"

/** Patterns of the stored texts: another version, an extension or a person may have written them. */
const shapes: Partial<Record<string, RegExp>> = {
  rememberedUsername: /^.{1,100}$/,
  customerLoginIp: /^[\da-f.:]{2,45}$/i,
  selectedUnionHostName: /^[\w.-]{1,253}$/,
  unseenPayment: /^(sent|ended)$/,
}

/**
 * The stored text; null if there is none, if it is malformed, or if the browser stores nothing for
 * this site.
 */
export function readItem(key: StorageKey | TabKey): string | null {
  try {
    const text = storageOf(key).getItem(key)
    return shapes[key]?.test(text ?? "") === false ? null : text
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
