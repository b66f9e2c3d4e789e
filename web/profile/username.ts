import type { StoredUser } from "#contracts/appauth/shapes.ts"

/** A userid is the username and, after its last underscore, the client. */
export function usernameOf({ userid }: StoredUser): string {
  return userid.replace(/_[^_]*$/, "")
}
