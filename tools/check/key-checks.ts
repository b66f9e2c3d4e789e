import { statSync } from "node:fs"
import type { Database } from "#database/open.ts"
import type { Config } from "#server/config/config.ts"
import { openAuditKeys, openAuditRing, openKeyRing } from "#server/config/keys.ts"
import { findNeededKeys } from "#server/watch/needed-keys.store.ts"
import { findMissingEndKeys, isOwnLog } from "#services/audit/own-log.ts"
import { good, type Outcome, problem, warning } from "./outcome.ts"

/** Whether the keys are given that stored values and the audit log need. */
export async function checkKeys(database: Database, config: Config): Promise<Outcome[]> {
  const missing = await findMissing(database, config)
  if (areExchanged(config, missing)) {
    const text = "SECRET_KEY and AUDIT_KEY are exchanged. Give each the value of the other."
    return [problem("SECRET_KEY", text), problem("AUDIT_KEY", text)]
  }
  return [auditKeyOf(missing), secretKeyOf(missing)]
}

interface Missing {
  /** Undefined: the audit log is empty. */
  isOwnLog: boolean | undefined
  /** Ids of keys that the audit log needs. */
  audit: readonly string[]
  /** Ids of keys that stored values need. */
  secret: readonly string[]
}

async function findMissing(database: Database, config: Config): Promise<Missing> {
  const { entries } = openAuditKeys(config)
  const { ids } = openKeyRing(config)
  const needed = await findNeededKeys(database, new Date())
  return {
    isOwnLog: await isOwnLog(database, entries),
    audit: await findMissingEndKeys(database, entries),
    secret: [...new Set(needed.map(({ key }) => key).filter((key) => !ids.includes(key)))],
  }
}

function areExchanged(config: Config, { audit, secret }: Missing): boolean {
  const [secretKey = "", auditKey = ""] = [openKeyRing(config).ids[0], openAuditRing(config).ids[0]]
  return audit.includes(secretKey) || secret.includes(auditKey)
}

function auditKeyOf({ isOwnLog, audit }: Missing): Outcome {
  if (isOwnLog === undefined) return good("AUDIT_KEY", "The audit log is still empty.")
  if (isOwnLog && audit.length === 0) {
    return good("AUDIT_KEY", "The given keys are those of the audit log.")
  }
  const which = audit.length === 0 ? "another key" : `keys that are not given: ${audit.join(", ")}`
  return problem(
    "AUDIT_KEY",
    `The audit log was made with ${which}. Set AUDIT_KEY to the installation's, and add earlier ones to OTHER_AUDIT_KEYS.`,
  )
}

/** Without one of these keys, some values are lost. */
function secretKeyOf({ secret }: Missing): Outcome {
  if (secret.length === 0) return good("SECRET_KEY", "The given keys read all stored values.")
  return problem(
    "SECRET_KEY",
    `Stored values need another key: ${secret.join(", ")}. Add it to OTHER_SECRET_KEYS; npm run keys counts them.`,
  )
}

/** Container engines put secrets there, readable by every user of the container. */
const mounted = "/run/secrets/"
/** The right of other users to read a file. */
const othersRead = 0o004

/** Files with keys and passwords that every user of this machine may read. */
export function checkSecretFiles(env: NodeJS.ProcessEnv): Outcome[] {
  return Object.entries(env).flatMap(([name, path]) => {
    if (!name.endsWith("_FILE") || !path || path.startsWith(mounted)) return []
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
    if ((mode & othersRead) === 0) return []
    const text = `Every user of this machine may read ${path}. Run: chmod 600, and chown it to the user of the server.`
    return [warning(name, text)]
  })
}
