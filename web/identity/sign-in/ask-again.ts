import { askUntilBack } from "#web/shell/account-system/ask-until-back.ts"
import type { Availability } from "./use-availability.ts"

/**
 * Polls until the account system is available, and passes on each reply. Returns a function that
 * stops it.
 */
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
