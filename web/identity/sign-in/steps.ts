import { writeItem } from "#web/calls/local-storage.ts"

/** The credentials as typed, and the client to sign in to. */
export interface Credentials {
  username: string
  password: string
}

export function rememberUsername(username: string, remember: boolean): void {
  writeItem("rememberedUsername", remember ? username.trim() : null)
}
