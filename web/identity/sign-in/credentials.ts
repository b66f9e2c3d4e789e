import { writeItem } from "#web/calls/local-storage.ts"

/** The credentials as typed, and the client to sign in to. */
export interface Credentials {
  username: string
  password: string
}

/**
 * Stores or removes the username. `union` is the client of the chosen union; "" without a group.
 */
export function rememberUsername(username: string, remember: boolean, union: string): void {
  writeItem("rememberedUsername", remember ? username.trim() : null)
  writeItem("rememberedUnion", remember && union !== "" ? union : null)
}
