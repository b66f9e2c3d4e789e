import { readKept } from "#web/forms/kept-in-history.ts"

/** What the first step of a password recovery found, for the second. */
export interface AskedQuestion {
  securityQuestion: string
  username: string
  hostName: string
}

export function askedQuestion(): AskedQuestion | undefined {
  return readKept<AskedQuestion>()
}
