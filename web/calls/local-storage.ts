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
  /**
   * "sent": a payment whose result this browser has not shown. "ended": also, the session has ended
   * since.
   */
  | "unseenPayment"
  | "sessionExtended"
  /** Why the last session ended: see `EndReason`. */
  | "sessionEnd"

/**
 * Keys stored per tab, which survive reloads: the customer of the tab, the values of its history,
 * and the screen to which an identity provider returns staff.
 */
export type TabKey = "userOfTab" | "supportUserOfTab" | "keptOfTab" | "wantedOfTab"

/**
 * Patterns of the stored texts. Another version, an extension or a person may have written
 * something else.
 */
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

/** Stores `text`, or removes the key for null. Ignores errors of a browser that rejects storage. */
export function writeItem(key: StorageKey | TabKey, text: string | null): void {
  try {
    const storage = storageOf(key)
    if (text === null) storage.removeItem(key)
    else storage.setItem(key, text)
  } catch {
    // Private windows and full disks: the page uses the value in memory.
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
