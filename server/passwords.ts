import { createPasswords, type Passwords } from "#services/appauth/password.ts"
import type { Config } from "./config.ts"
import { openKeyRing } from "./secret-key.ts"

/** Passwords, hashed with this installation's key. Errors: those of `openKeyRing`. */
export function openPasswords(
  config: Pick<Config, "secretKey" | "dataFolder">,
  warn: (text: string) => void = console.warn,
): Passwords {
  return createPasswords({ keys: openKeyRing(config).for("passwords"), warn })
}
