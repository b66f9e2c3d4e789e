/**
 * Asks the person for a one-time code before a protected change. Resolves with true if the code was
 * entered, and with false if the dialog was closed. Set while someone is signed in: see
 * ask-step-up.ts.
 */
export const stepUp: { ask?: (() => Promise<boolean>) | undefined } = {}
