/** Shows the dialog. Call `answer` once: true when the person entered the code. */
type Show = (answer: (isGiven: boolean) => void) => void

let show: Show | undefined
let pending: Promise<boolean> | undefined

/** Sets the function that shows the dialog while someone is signed in. Returns a function that removes it. */
export function showStepUpWith(shows: Show): () => void {
  show = shows
  return () => {
    show = undefined
  }
}

/**
 * Asks the person for a one-time code before a protected change. Calls that ask at the same
 * time share one dialog. Returns whether the code was entered; false when the dialog was closed.
 */
export async function askForStepUp(): Promise<boolean> {
  if (!show) return false
  const showNow = show
  pending ??= new Promise<boolean>((resolve) => showNow(resolve)).finally(() => {
    pending = undefined
  })
  return await pending
}
