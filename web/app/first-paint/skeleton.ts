/** Set by server/page/session-script.ts. */
interface SkeletonPage {
  /** The name of the button that the person has pressed last. */
  earlyPress?: string | undefined
}

/** In milliseconds: parts of a screen may come after it. */
const patience = 5_000

/**
 * Gives the focus, and the press of a button, from the outline to the screen that replaces it. Call it
 * before the application draws. A key or a press of the person ends it.
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
      secondTenantOf(focused)?.focus({ preventScroll: true })
    }
    const pressed = page.earlyPress && secondTenantOf(`button ${page.earlyPress}`)
    if (!pressed) return
    page.earlyPress = undefined
    pressed.click()
  }

  function secondTenantOf(name: string): HTMLElement | undefined {
    const found = [...root.querySelectorAll<HTMLElement>("a[href], button")]
    return found.find((one) => nameOf(one) === name && one.getClientRects().length > 0)
  }
}

/** The kind and name of a link or button; "" for everything else. */
function nameOf(target: EventTarget | null): string {
  if (!(target instanceof HTMLElement) || !target.matches("a[href], button")) return ""
  return `${target.localName} ${(target.ariaLabel || target.textContent).trim()}`
}
