import { readCached } from "#web/forms/history-state.ts"

/** Passes the result of the first step of a password recovery to the second. */
export interface AskedQuestion {
  securityQuestion: string
  username: string
  hostName: string
}

export function askedQuestion(): AskedQuestion | undefined {
  return readCached<AskedQuestion>()
}
