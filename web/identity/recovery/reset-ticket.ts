import { secretOrPart } from "#contracts/identity/link-secret-rules.ts"
import { navigate } from "#web/app/location.ts"
import { readCached, savedState } from "#web/forms/history-state.ts"

/** Replaces the ticket in the address. */
const taken = "ticket"

interface Kept {
  ticket: string
}

/**
 * The ticket of the emailed link; undefined if the history entry does not have one. It is removed
 * from the address, which appears in the history, in screenshots and to people nearby. A reload
 * restores it from the history entry.
 */
export function takeTicket(): string | undefined {
  const [, screen, part = ""] = location.pathname.split("/")
  const inAddress = secretOrPart(part)
  if (!inAddress || inAddress === taken) return readCached<Kept>()?.ticket
  const state = savedState({ ticket: inAddress } satisfies Kept)
  navigate(`/${screen}/${taken}`, { replace: true, state })
  return inAddress
}
