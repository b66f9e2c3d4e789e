import { askUntilBack } from "#web/shell/account-system/ask-until-back.ts"
import type { Availability } from "./use-availability.ts"

/** Asks until the account system answers, and passes each answer on. Returns a function that stops it. */
export function askAgain(
  ask: (signal: AbortSignal) => Promise<Availability>,
  pass: (answer: Availability) => void,
): () => void {
  return askUntilBack(async (signal) => {
    const answer = await ask(signal)
    if (!signal.aborted) pass(answer)
    return answer.state === "available"
  })
}
