import { usernameMaxLength } from "./credential-lengths.ts"

export const usernameText =
  "A username has letters from A to Z, digits, dots, dashes, underscores or @, begins with a letter or digit, and has at most 100 characters."

/** Underscores are allowed, because a userid is split at its last one. */
export function isUsername(typed: string): boolean {
  return typed.length <= usernameMaxLength && /^[A-Za-z0-9][A-Za-z0-9._@-]*$/.test(typed)
}
