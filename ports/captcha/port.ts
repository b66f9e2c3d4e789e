/**
 * Makes bulk calls expensive: a browser solves a task before it may call. The task is ALTCHA's
 * proof of work, which needs no action by the person and no third party.
 */
export interface Captcha {
  /** A task whose solution is valid for `purpose` until `expiresAt` (whole seconds). */
  challenge(purpose: string, expiresAt: Date): Promise<Challenge>
  /**
   * The purpose and expiry of a proof (base64 of the JSON `{challenge, solution}`); undefined if it
   * does not solve a task issued here. The caller checks the expiry and that it is used only once.
   */
  read(proof: string): Promise<Solved | undefined>
}

/** The task as sent to the browser; `contracts/identity/security.ts` declares it. */
export interface Challenge {
  parameters: {
    algorithm: string
    nonce: string
    salt: string
    cost: number
    keyLength: number
    keyPrefix: string
    keySignature: string
    /** `expires` in seconds since 1970. */
    data: { purpose: string; expires: number }
  }
  signature: string
}

export interface Solved {
  /** Identifies the task: two proofs with the same id count as one. */
  id: string
  purpose: string
  expiresAt: Date
}
