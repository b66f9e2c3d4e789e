import type { Config } from "#server/config/config.ts"
import { openKeyRing } from "#server/config/secret-key.ts"
import {
  createPasswords,
  type HashCost,
  type Passwords,
} from "#services/identity/credentials/password.ts"

/**
 * At about 25 hashes a second and thread, four seconds of work for one thread. Sign-ins wait in
 * their own line: see server/calls/sign-in-line.ts.
 */
const mostWaiting = 100

/** Passwords, hashed with this installation's key, for a command. Errors: those of `openKeyRing`. */
export function openPasswords(
  config: Pick<Config, "secretKey" | "dataFolder">,
  warn: (text: string) => void = console.warn,
): Passwords {
  return createPasswords({ keys: openKeyRing(config).for("passwords"), warn })
}

/** The same for a server, where people wait: a rush of sign-ins is refused with `server.busy`. */
export function servePasswords(
  config: Pick<Config, "secretKey" | "dataFolder">,
  warn: (text: string) => void,
  cost?: HashCost,
): Passwords {
  const keys = openKeyRing(config).for("passwords")
  return createPasswords({ keys, warn, mostWaiting, ...(cost && { cost }) })
}
