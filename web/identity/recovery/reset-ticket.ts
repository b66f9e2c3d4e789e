import { navigate } from "#web/app/location.ts"

/** Stands in the address where the ticket stood. */
const taken = "ticket"

let ticket: string | undefined

/**
 * The ticket of the mailed link; nothing once the page was loaded anew. It is kept in memory alone,
 * for an address goes to the history, to screenshots and to whoever looks over a shoulder.
 */
export function takeTicket(): string | undefined {
  const [, screen, inAddress] = location.pathname.split("/")
  if (inAddress && inAddress !== taken) {
    ticket = inAddress
    navigate(`/${screen}/${taken}`, { replace: true })
  }
  return ticket
}
