export const passcodeLength = 6
/** Seconds between two requests for a code. */
export const passcodeCoolDownSeconds = 60

/** Minutes for which a step-up code that was entered in a session stays valid. */
export const proofMinutes = 10

/** Six digits: the format of an emailed one-time code. */
export function isPasscode(value: string): boolean {
  return /^\d{6}$/.test(value)
}
