import { statSync } from "node:fs"
import type { Database } from "#database/open.ts"
import type { Config } from "#server/config/config.ts"
import { openAuditKeys, openAuditRing, openKeyRing } from "#server/config/keys.ts"
import { settings } from "#server/config/settings/settings.ts"
import { findMissingKeys, type MissingKeys } from "#server/watch/missing-keys.ts"
import { isOwnKey } from "#services/audit/key-check.ts"
import { type CheckOutcome, good, problem, warning } from "./outcome.ts"

/** Checks whether the keys that stored values and the audit log need are configured. */
export async function checkKeys(database: Database, config: Config): Promise<CheckOutcome[]> {
  const missing = await findMissingKeys(database, config, new Date())
  if (areExchanged(config, missing)) {
    const text = "SECRET_KEY and AUDIT_KEY are exchanged. Give each the value of the other."
    return [problem("SECRET_KEY", text), problem("AUDIT_KEY", text)]
  }
  const isOwn = await isOwnKey(database, openAuditKeys(config).entries)
  return [auditKeyOf(isOwn, missing), secretKeyOf(missing)]
}

function areExchanged(config: Config, { audit, secret }: MissingKeys): boolean {
  const [secretKey = "", auditKey = ""] = [openKeyRing(config).ids[0], openAuditRing(config).ids[0]]
  return audit.includes(secretKey) || secret.includes(auditKey)
}

/** `isOwn`: undefined while the audit log is empty. */
function auditKeyOf(isOwn: boolean | undefined, { audit }: MissingKeys): CheckOutcome {
  if (isOwn === undefined) return good("AUDIT_KEY", "The audit log is still empty.")
  if (isOwn && audit.length === 0) {
    return good("AUDIT_KEY", "The given keys are those of the audit log.")
  }
  const which = audit.length === 0 ? "another key" : `keys that are not given: ${audit.join(", ")}`
  return problem(
    "AUDIT_KEY",
    `The audit log was made with ${which}. Set AUDIT_KEY to the installation's, and add earlier ones to OTHER_AUDIT_KEYS.`,
  )
}

/** Checks the secret keys. Without one of them, some values are lost. */
function secretKeyOf({ secret }: MissingKeys): CheckOutcome {
  if (secret.length === 0) return good("SECRET_KEY", "The given keys read all stored values.")
  return problem(
    "SECRET_KEY",
    `Stored values need another key: ${secret.join(", ")}. Add it to OTHER_SECRET_KEYS; npm run my-account -- keys counts them.`,
  )
}

/** Container engines mount secrets there, readable by every user of the container. */
const mounted = "/run/secrets/"
/** The permission of other users to read a file. */
const othersRead = 0o004

/** Files with keys and passwords that every user of this machine may read. */
export function checkSecretFiles(env: NodeJS.ProcessEnv): CheckOutcome[] {
  const names = Object.keys(settings).filter((name) => name.endsWith("_FILE"))
  return names.flatMap((name) => {
    const path = env[name]
    if (!path || path.startsWith(mounted)) return []
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
    if ((mode & othersRead) === 0) return []
    const text = `Every user of this machine may read ${path}. Run: chmod 600, and chown it to the user of the server.`
    return [warning(name, text)]
  })
}
