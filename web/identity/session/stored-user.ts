import type { StoredUser } from "#contracts/identity/shapes.ts"

/** A text that is not a user counts as none. A token that no header can carry would fail all calls. */
export function parseStoredUser(text: string | null): StoredUser | null {
  try {
    const user = JSON.parse(text ?? "")
    const isUser =
      /^[!-~]+$/.test(user.access_token) &&
      texts.every((field) => typeof user[field] === "string") &&
      typeof user.isEmailSubscribed === "boolean" &&
      [user.csUserid, user.csName].every((text) => /^(undefined|string)$/.test(typeof text))
    return isUser ? user : null
  } catch {
    return null
  }
}

const texts = [
  "access_token",
  "accountNumber",
  "policyNumber",
  "firstName",
  "lastName",
  "userid",
] as const satisfies (keyof StoredUser)[]
