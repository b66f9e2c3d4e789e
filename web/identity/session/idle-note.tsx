import { idleMinutes } from "#contracts/identity/session-life.ts"
import styles from "./idle-note.module.css"
import { lostWhenIdle } from "./texts.ts"

/** Warns below the buttons of a form that inactivity discards the typed data. */
export function IdleNote() {
  return <p className={styles.note}>{lostWhenIdle(idleMinutes)}</p>
}
