/**
 * Makes calls dear to whoever makes them in bulk: a browser solves a task before it may call.
 * The task is ALTCHA's proof of work, which needs nothing of the person and of no third party.
 */
export interface Captcha {
  /** A task whose solution is good for `purpose` until `expiresAt` (whole seconds). */
  challenge(purpose: string, expiresAt: Date): Promise<Challenge>
  /**
   * What a proof (base64 of the JSON `{challenge, solution}`) is good for; nothing when it is no
   * solution of a task made here. Whoever accepts it sees to its expiry and that it is used once.
   */
  read(proof: string): Promise<Solved | undefined>
}

/** As the browser gets it; `contracts/identity/security.ts` declares it. */
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
  /** Names the task: two proofs with one id are one proof. */
  id: string
  purpose: string
  expiresAt: Date
}
