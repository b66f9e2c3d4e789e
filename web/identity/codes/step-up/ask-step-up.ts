import { stepUp } from "./step-up.ts"

/** Shows the dialog. Call `answer` once: true when the person entered the code. */
type Show = (answer: (isGiven: boolean) => void) => void

/**
 * Sets the function that shows the dialog while someone is signed in. Calls that need a step-up at
 * the same time share one dialog. Returns a function that unsets it.
 */
export function showStepUpWith(show: Show): () => void {
  let pending: Promise<boolean> | undefined

  stepUp.ask = async () => {
    pending ??= new Promise<boolean>((resolve) => show(resolve)).finally(() => {
      pending = undefined
    })
    return await pending
  }
  return () => {
    stepUp.ask = undefined
  }
}
