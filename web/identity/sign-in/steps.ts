import { writeItem } from "#web/calls/local-storage.ts"

/** What a person types, and the client that they sign in to. */
export interface Credentials {
  username: string
  password: string
}

export function rememberUsername(username: string, remember: boolean): void {
  writeItem("rememberedUsername", remember ? username.trim() : null)
}
