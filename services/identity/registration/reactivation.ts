import { plainUsername } from "#contracts/identity/userid.ts"
import { ApiError } from "#contracts/messages.ts"
import { listed } from "#platform/text/words.ts"
import type { Deps } from "#services/deps.ts"
import { passwordOf } from "../credentials/password.ts"
import { findReactivated } from "../credentials/users.store.ts"
import type { RegistrationRow } from "./registration.store.ts"

/**
 * Refuses credentials that a person must replace and has chosen again: the username, the password or
 * the security question. Does nothing for a person without such credentials.
 *
 * Errors: `registration.sameAsBefore`, which names all that must change.
 */
export async function refuseOldCredentials(
  { database, passwords }: Pick<Deps, "database" | "passwords">,
  { client, accountNumber }: RegistrationRow,
  chosen: { username: string; password: string; securityQuestion: string },
): Promise<void> {
  const old = await findReactivated(database, client, accountNumber)
  if (!old) return
  const owner = passwordOf(old)
  const isOldPassword = await passwords.isRight(chosen.password, {
    stored: old.passwordHash,
    owner,
  })
  const kept = [
    ...(plainUsername(chosen.username) === plainUsername(old.username) ? ["username"] : []),
    ...(isOldPassword ? ["password"] : []),
    ...(chosen.securityQuestion === old.securityQuestionId ? ["security question"] : []),
  ]
  if (kept.length === 0) return
  const others = kept.length === 1 ? "a new one" : "new ones"
  throw new ApiError("registration.sameAsBefore", { parts: listed(kept), others })
}
