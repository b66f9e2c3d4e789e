import type { DoneBefore } from "#contracts/identity/sessions.ts"
import { notifications } from "#web/shell/notifications/notifications.ts"

const known: readonly DoneBefore[] = ["registration.complete", "resetPassword.done"]

/** Adds to the address at the union what the person has done here. It is no secret. */
export function withDone(address: string): string {
  const done = known.find((id) => notifications.get().some(({ messageId }) => messageId === id))
  return done ? `${address}#${done}` : address
}

/** Reads from the address of this page what the person has done at the group. */
export function readDone(): { doneBefore?: DoneBefore } {
  const done = known.find((id) => location.hash === `#${id}`)
  return done ? { doneBefore: done } : {}
}
