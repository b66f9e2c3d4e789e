import { idleMinutes } from "#contracts/identity/session-life.ts"
import { lostWhenIdle } from "./texts.ts"

/** Warns at the top of a form that inactivity discards the typed data. */
export function IdleNote() {
  return (
    <p>
      <small>{lostWhenIdle(idleMinutes)}</small>
    </p>
  )
}
