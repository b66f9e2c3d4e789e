import { afterWaiting } from "#server/calls/hashing-lines.ts"
import type { Config } from "#server/config/config.ts"
import { openKeyRing } from "#server/config/secret-key.ts"
import {
  createPasswords,
  type HashCost,
  type Passwords,
  sharedPool,
} from "#services/identity/credentials/password.ts"

/** Passwords, hashed with this installation's key, for a command. Errors: those of `openKeyRing`. */
export function openPasswords(
  config: Pick<Config, "secretKey" | "dataFolder">,
  warn: (text: string) => void = console.warn,
): Passwords {
  return createPasswords({ keys: openKeyRing(config).for("passwords"), warn })
}

/** The same for a server, whose calls wait in line before they hash. */
export function servePasswords(
  config: Pick<Config, "secretKey" | "dataFolder">,
  warn: (text: string) => void,
  cost?: HashCost,
): Passwords {
  const keys = openKeyRing(config).for("passwords")
  const pool = afterWaiting(sharedPool)
  return createPasswords({ keys, warn, pool, ...(cost && { cost }) })
}
