import { leaveDialogsWith } from "./leave-dialogs.ts"

/**
 * The state of a history entry. Each open dialog has an entry, so that Back closes the top dialog
 * and stays on the screen. The entries of a screen's dialogs are numbered from 1.
 */
interface EntryState {
  dialog?: number
  /** Whether the dialog reopens after a reload, so that its entry stays. */
  reopens?: boolean
  /** The value of the screen: see web/forms/history-state.ts. */
  kept?: string
}

interface OpenDialog {
  /** The path of its screen. Another screen removes it without this module. */
  path: string
  close: () => void
  reopens: boolean
}

const opened: OpenDialog[] = []
/** The positions of their entries in the history, and its length when the last entry was added. */
const places: number[] = []
let knownLength = 0
let moves = Promise.resolve()
let isMoving = false
let matching: Promise<void> | undefined

/**
 * Adds a history entry for a dialog. Back calls `close`. Returns a function to call when the dialog
 * has closed, whose promise resolves when the entry has left the history.
 */
export function addDialogEntry(close: () => void, reopens = false): () => Promise<void> {
  const dialog = { path: location.pathname, close, reopens }
  opened.push(dialog)
  void matchSoon()
  return () => {
    opened.splice(opened.indexOf(dialog), 1)
    return matchSoon()
  }
}

/**
 * Removes the entries of all dialogs without closing them. Await it before opening another screen
 * or page, because the movement through the history would stop that load.
 */
export async function leaveDialogs(): Promise<void> {
  await moveTo(() => 0)
}

/** Removes the entry of a dialog that was open before a reload. */
export function removeOldEntries(): void {
  if (!stateNow().reopens) void matchEntries()
}

/** In a microtask, because one dialog may close and another open in the same update. */
function matchSoon(): Promise<void> {
  matching ??= Promise.resolve().then(matchEntries)
  return matching
}

/** Resolves when each open dialog has its entry and no other dialog entries remain. */
export function matchEntries(): Promise<void> {
  matching = undefined
  // A dialog that opens during a movement gets its entry after it.
  if (isMoving) return moves.then(matchEntries)
  const { kept } = stateNow()
  const dialogs = openHere()
  for (let depth = depthNow(); depth < dialogs.length; depth += 1) {
    const reopens = dialogs[depth]?.reopens === true
    const state = { ...(kept && { kept }), ...(reopens && { reopens }), dialog: depth + 1 }
    // Going back keeps the scroll position, where a new message may be visible.
    history.scrollRestoration = "manual"
    history.pushState(state satisfies EntryState, "")
    history.scrollRestoration = "auto"
    knownLength = history.length
    places.length = depth
    places.push(knownLength)
  }
  return moveTo(() => openHere().length)
}

/** Goes back to the entry whose number of dialogs is at most `depth()`, one movement at a time. */
function moveTo(depth: () => number): Promise<void> {
  moves = moves.then(async () => {
    // A navigation that the browser canceled may have stopped a movement.
    for (let tries = 0; depthNow() > depth() && tries < 5; tries += 1) {
      const { kept } = stateNow()
      isMoving = true
      await goBackTo(depth())
      isMoving = false
      if (kept !== stateNow().kept) history.replaceState({ ...stateNow(), kept }, "")
    }
  })
  return moves
}

/** Resolves when the browser has arrived or does not move. */
function goBackTo(depth: number): Promise<void> {
  return new Promise((resolve) => {
    addEventListener("popstate", () => resolve(), { once: true })
    const { navigation } = window
    if (!navigation) history.go(-stepsTo(depth))
    else {
      const index = (navigation.currentEntry?.index ?? 0) - depthNow() + depth
      navigation.traverseTo(navigation.entries()[index]?.key ?? "").finished?.catch(() => resolve())
    }
  })
}

/**
 * The number of steps back, for browsers without the Navigation API. Pages opened in a frame also
 * add entries, and a step between two of these does not fire an event.
 */
function stepsTo(depth: number): number {
  const now = depthNow()
  const place = places[depth]
  const own = places[now] === undefined ? places[now - 1] : places[now] - 1
  if (place === undefined || own === undefined) return now - depth
  return (history.length > knownLength ? history.length : own) - place + 1
}

function openHere(): OpenDialog[] {
  return opened.filter(({ path }) => path === location.pathname)
}

function stateNow(): EntryState {
  return (history.state as EntryState | null) ?? {}
}

function depthNow(): number {
  return stateNow().dialog ?? 0
}

leaveDialogsWith(leaveDialogs)

// Absent during server rendering.
globalThis.addEventListener?.("pageshow", ({ persisted }) => {
  // The browser kept this document while it showed others, whose entries follow the current one.
  if (persisted) knownLength = history.length
})
globalThis.addEventListener?.("popstate", () => {
  history.scrollRestoration = "auto"
  if (isMoving) return
  for (const { close } of openHere().slice(depthNow()).reverse()) close()
  // Forward may reach the entry of a closed dialog, and an owner may keep a dialog open.
  void matchSoon()
})
