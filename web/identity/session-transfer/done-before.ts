import type { DoneBefore } from "#contracts/identity/sessions.ts"
import { notifications } from "#web/shell/notifications/notifications.ts"

const known: readonly DoneBefore[] = ["registration.complete", "resetPassword.done"]

/** Adds what the person has just completed here to the address at the union. It is not secret. */
export function withDone(address: string): string {
  const done = known.find((id) => notifications.get().some(({ messageId }) => messageId === id))
  return done ? `${address}#${done}` : address
}

/** Reads from the page's address what the person has just completed at the group. */
export function readDone(): { doneBefore?: DoneBefore } {
  const done = known.find((id) => location.hash === `#${id}`)
  return done ? { doneBefore: done } : {}
}
