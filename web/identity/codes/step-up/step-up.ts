/**
 * Asks the person for a one-time code before a protected change. Returns whether the code was
 * entered; false when the dialog was closed. Set while someone is signed in: see ask-step-up.ts.
 */
export const stepUp: { ask?: (() => Promise<boolean>) | undefined } = {}
