import { navigate } from "#web/app/location.ts"

/** Replaces the ticket in the address. */
const taken = "ticket"

let ticket: string | undefined

/**
 * The ticket of the emailed link, or nothing after a reload. It is kept only in memory,
 * because an address appears in the history, in screenshots and to people nearby.
 */
export function takeTicket(): string | undefined {
  const [, screen, inAddress] = location.pathname.split("/")
  if (inAddress && inAddress !== taken) {
    ticket = inAddress
    navigate(`/${screen}/${taken}`, { replace: true })
  }
  return ticket
}
