/** Shows the dialog; `answer` is to be called once, with whether proof was given. */
type Show = (answer: (isGiven: boolean) => void) => void

let show: Show | undefined
let pending: Promise<boolean> | undefined

/** Names what shows the dialog, while somebody is signed in. Returns how to take it back. */
export function showStepUpWith(shows: Show): () => void {
  show = shows
  return () => {
    show = undefined
  }
}

/**
 * Asks the person for a one-time code before a change of who they are. Calls that ask at the same
 * time share one dialog. Returns whether they gave it; false where they closed the dialog.
 */
export async function askForStepUp(): Promise<boolean> {
  if (!show) return false
  const showNow = show
  pending ??= new Promise<boolean>((resolve) => showNow(resolve)).finally(() => {
    pending = undefined
  })
  return await pending
}
