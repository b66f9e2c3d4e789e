/**
 * Submits the form in which Enter was pressed before the application was ready, as soon as its
 * button is enabled. Another key, press or change in the form cancels this.
 */
export function sendPressedEnter(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>("[type=submit]")
  if (!button) return
  const stop = new AbortController()
  const { signal } = stop
  const observer = new MutationObserver(trySending)
  signal.addEventListener("abort", () => observer.disconnect())
  for (const type of ["keydown", "pointerdown", "input"]) {
    addEventListener(type, () => stop.abort(), { capture: true, signal })
  }
  observer.observe(button, { attributeFilter: ["disabled"] })
  trySending()

  function trySending() {
    if (!button?.isConnected) stop.abort()
    if (signal.aborted || button?.disabled) return
    stop.abort()
    form.requestSubmit(button)
  }
}
