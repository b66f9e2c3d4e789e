/** Set by server/page/session-script.ts. */
interface SkeletonPage {
  /** The name of the last button that the person pressed. */
  earlyPress?: string | undefined
}

/** Milliseconds to wait for the parts of a screen that arrive after it. */
const patience = 5_000

/**
 * Passes the focus, and the press of a button, from the skeleton to the screen that replaces it.
 * Call it before the application renders. A key or press by the person cancels it.
 */
export function continueFromSkeleton(root: HTMLElement): void {
  const outline = root.firstElementChild
  const page = globalThis as SkeletonPage
  let focused = nameOf(document.activeElement)
  const stop = new AbortController()
  const { signal } = stop
  const observer = new MutationObserver(follow)
  signal.addEventListener("abort", () => observer.disconnect())
  root.addEventListener("focusin", ({ target }) => noteFocus(target), { signal })
  observer.observe(root, { childList: true, subtree: true })

  function noteFocus(target: EventTarget | null) {
    if (outline?.isConnected) focused = nameOf(target)
  }

  let isReplaced = false
  function follow() {
    if (!outline || outline.isConnected) return
    if (!isReplaced) {
      isReplaced = true
      setTimeout(() => stop.abort(), patience)
      for (const type of ["keydown", "pointerdown"]) {
        addEventListener(type, () => stop.abort(), { capture: true, signal })
      }
    }
    if (document.activeElement === document.body && focused) {
      sameControl(focused)?.focus({ preventScroll: true })
    }
    const pressed = page.earlyPress && sameControl(`button ${page.earlyPress}`)
    if (!pressed) return
    page.earlyPress = undefined
    pressed.click()
  }

  function sameControl(name: string): HTMLElement | undefined {
    const found = [...root.querySelectorAll<HTMLElement>("a[href], button")]
    return found.find((one) => nameOf(one) === name && one.getClientRects().length > 0)
  }
}

/** The kind and name of a link or button; "" for any other element. */
function nameOf(target: EventTarget | null): string {
  if (!(target instanceof HTMLElement) || !target.matches("a[href], button")) return ""
  return `${target.localName} ${(target.ariaLabel || target.textContent).trim()}`
}
