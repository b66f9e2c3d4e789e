import { passcodeCoolDownSeconds } from "#contracts/identity/one-time-code-rules.ts"

/** How long a one-time code can be entered. */
export const codeMinutes = 10
/** How long a browser can request codes before it has to start again. */
export const attemptMinutes = 30
/** How many wrong codes an attempt allows. */
export const maxTries = 5
/** How many codes are sent for one task of one person, such as signing in. */
export const codeLimit = { calls: 10, minutes: 60, message: "passcode.tooManyCodes" } as const

/** Seconds until another code may be sent; 0 when it may be sent now. */
export function coolDownAfter(lastSentAt: Date | null, now: Date): number {
  if (lastSentAt === null) return 0
  const passed = (now.getTime() - lastSentAt.getTime()) / 1000
  return Math.max(0, Math.ceil(passcodeCoolDownSeconds - passed))
}
