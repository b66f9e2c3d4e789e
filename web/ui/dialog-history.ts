/**
 * Each open dialog has an entry in the history, so that Back closes the dialog on top and stays on
 * the screen. The entries of a screen's dialogs are numbered from 1.
 */
interface EntryState {
  dialog?: number
  /** The dialog opens again after a reload, so its entry stays. */
  reopens?: boolean
  /** The value of the screen: see web/forms/kept-in-history.ts. */
  kept?: string
}

interface OpenDialog {
  /** The screen that it was opened on. Another screen removes it without this module. */
  path: string
  close: () => void
  reopens: boolean
}

const opened: OpenDialog[] = []
/** The entry below that of each dialog, if the browser names entries. */
const below: (string | undefined)[] = []
let moves = Promise.resolve()
let isMoving = false
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Adds the history entry of a dialog. `close` is called on Back. Returns a function to call when the
 * dialog has closed.
 */
export function addDialogEntry(close: () => void, reopens = false): () => void {
  const dialog = { path: location.pathname, close, reopens }
  opened.push(dialog)
  matchEntriesLater()
  return () => {
    opened.splice(opened.indexOf(dialog), 1)
    matchEntriesLater()
  }
}

/** Removes the entries of all dialogs, before another screen opens. It closes no dialog. */
export async function leaveDialogs(): Promise<void> {
  await moveTo(() => 0)
}

/** Removes the entry of a dialog that was open before the page was loaded again. */
export function removeOldEntries(): void {
  if (!stateNow().reopens) matchEntries()
}

/** Later, because a dialog that closes is often followed by another one or by another screen. */
function matchEntriesLater(): void {
  timer ??= setTimeout(matchEntries)
}

export function matchEntries(): void {
  clearTimeout(timer)
  timer = undefined
  // A dialog that opens during a movement gets its entry after it.
  if (isMoving) {
    void moves.then(matchEntries)
    return
  }
  const { kept } = stateNow()
  const dialogs = openHere()
  for (let depth = depthNow(); depth < dialogs.length; depth += 1) {
    below[depth] = keyNow()
    const reopens = dialogs[depth]?.reopens === true
    const state = { ...(kept && { kept }), ...(reopens && { reopens }), dialog: depth + 1 }
    // The way back leaves the page where it is, which may show a new message.
    history.scrollRestoration = "manual"
    history.pushState(state satisfies EntryState, "")
    history.scrollRestoration = "auto"
  }
  void moveTo(() => openHere().length)
}

/** Goes back to the entry with at most as many dialogs as `depth` says, one movement after another. */
function moveTo(depth: () => number): Promise<void> {
  moves = moves.then(async () => {
    // Pages in a frame have entries, too, so one step may not be enough.
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

/** Resolves when the browser is there, or has had its time. */
function goBackTo(depth: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(limit)
      removeEventListener("popstate", done)
      resolve()
    }
    const limit = setTimeout(done, 500)
    addEventListener("popstate", done)
    const key = below[depth]
    if (key === undefined || !window.navigation) history.go(depth - depthNow())
    else window.navigation.traverseTo(key).finished?.catch(() => undefined)
  })
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

function keyNow(): string | undefined {
  return window.navigation?.currentEntry?.key
}

// The server has none.
globalThis.addEventListener?.("popstate", () => {
  history.scrollRestoration = "auto"
  if (isMoving) return
  for (const { close } of openHere().slice(depthNow()).reverse()) close()
  // Forward may lead to the entry of a closed dialog, and an owner may keep a dialog open.
  matchEntriesLater()
})
