export const passcodeLength = 6
/** Seconds between two requests for a code. */
export const passcodeCoolDownSeconds = 60

/** How many minutes a step-up code counts after it was entered in a session. */
export const proofMinutes = 10

/** Whether the value is six digits, the format of an emailed one-time code. */
export function isPasscode(value: string): boolean {
  return /^\d{6}$/.test(value)
}
