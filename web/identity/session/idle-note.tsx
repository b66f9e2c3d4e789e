import { idleMinutes } from "#contracts/identity/session-life.ts"
import { lostWhenIdle } from "./texts.ts"

/** Says on a form, before anything is typed, when it would be lost. */
export function IdleNote() {
  return (
    <p>
      <small>{lostWhenIdle(idleMinutes)}</small>
    </p>
  )
}
