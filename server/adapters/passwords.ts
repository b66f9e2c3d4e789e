import { afterWaiting } from "#server/calls/hashing-lines.ts"
import { type KeyConfig, openKeyRing } from "#server/config/keys.ts"
import {
  createPasswords,
  type HashCost,
  type Passwords,
  sharedPool,
} from "#services/identity/credentials/password.ts"

/**
 * Passwords, hashed with this installation's key, for a command. Errors: those of `openKeyRing`.
 */
export function openPasswords(
  config: KeyConfig,
  warn: (text: string) => void = console.warn,
): Passwords {
  return createPasswords({ keyRing: openKeyRing(config), warn })
}

/** Passwords for a server, whose calls wait in a queue before they hash. */
export function servePasswords(
  config: KeyConfig,
  warn: (text: string) => void,
  cost?: HashCost,
): Passwords {
  const keyRing = openKeyRing(config)
  const pool = afterWaiting(sharedPool)
  return createPasswords({ keyRing, warn, pool, ...(cost && { cost }) })
}
