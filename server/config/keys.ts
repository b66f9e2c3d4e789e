import { randomBytes, randomUUID } from "node:crypto"
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createKeyRing, type KeyRing } from "#platform/keys/key-ring.ts"
import { type AuditKeys, auditKeysOf } from "#services/audit/audit-keys.ts"
import { isKey, keyForm } from "./key-text.ts"
import type { ReadSettings } from "./settings/read-settings.ts"

/** The installation's keys as base64. An absent one is in a file of the data folder. */
export interface KeyConfig {
  /** The key for everything except the audit log. */
  secretKey: string | undefined
  /** Other accepted keys: the next one, and earlier ones. */
  otherSecretKeys: readonly string[]
  auditKey: string | undefined
  /** Keys of earlier entries of the audit log. */
  otherAuditKeys: readonly string[]
  dataFolder: string
}

/** The configured keys. Refuses keys that are given twice. */
export function readKeyConfig(read: ReadSettings, dataFolder: string): KeyConfig {
  const { values } = read
  for (const name of keyNames) {
    if (read.isSet(name) && read.isSet(`${name}_FILE`)) {
      read.refuse(`Set ${name} or ${name}_FILE, not both.`)
    }
  }
  const keys = {
    secretKey: values.SECRET_KEY ?? values.SECRET_KEY_FILE,
    otherSecretKeys: values.OTHER_SECRET_KEYS ?? values.OTHER_SECRET_KEYS_FILE ?? [],
    auditKey: values.AUDIT_KEY ?? values.AUDIT_KEY_FILE,
    otherAuditKeys: values.OTHER_AUDIT_KEYS ?? values.OTHER_AUDIT_KEYS_FILE ?? [],
    dataFolder,
  }
  refuseRepeated("SECRET_KEY", "OTHER_SECRET_KEYS", keys.secretKey, keys.otherSecretKeys)
  refuseRepeated("AUDIT_KEY", "OTHER_AUDIT_KEYS", keys.auditKey, keys.otherAuditKeys)
  if (keys.auditKey !== undefined && keys.auditKey === keys.secretKey) {
    read.refuse("AUDIT_KEY must be another key than SECRET_KEY: each protects against the other.")
  }
  return keys

  /**
   * A common mistake during a rotation: the new key is given twice, and the earlier one is missing.
   */
  function refuseRepeated(
    name: string,
    list: string,
    current: string | undefined,
    others: readonly string[],
  ) {
    if (current !== undefined && others.includes(current)) {
      read.refuse(`${list} contains ${name} itself. Is the earlier key missing there?`)
    }
    if (new Set(others).size < others.length) {
      read.refuse(`${list} contains a key twice. Is another key missing there?`)
    }
  }
}

const keyNames = ["SECRET_KEY", "OTHER_SECRET_KEYS", "AUDIT_KEY", "OTHER_AUDIT_KEYS"] as const

/**
 * The installation's keys for everything except the audit log: the configured ones. Without
 * SECRET_KEY, the current key is in the file `secret-key` of the data folder, which is created on
 * first use and readable only by its owner.
 *
 * Errors: an `Error` with one line for the operator, if the file does not contain a key of 32 bytes
 * as base64.
 */
export function openKeyRing(config: KeyConfig): KeyRing {
  const current = config.secretKey ?? keyInFolder(config.dataFolder, "secret-key")
  return ringOf([current, ...config.otherSecretKeys])
}

/**
 * The keys of the audit log, in the same way, with the file `audit-key`. Together with that file,
 * the keys of `openKeyRing` are accepted too, because data folders of earlier versions had no
 * other.
 *
 * Errors: those of `openKeyRing`; an `Error` if the file contains the secret key.
 */
export function openAuditRing(config: KeyConfig): KeyRing {
  const { auditKey, otherAuditKeys, dataFolder } = config
  if (auditKey !== undefined) return ringOf([auditKey, ...otherAuditKeys])
  const secretKey = config.secretKey ?? keyInFolder(dataFolder, "secret-key")
  const own = keyInFolder(dataFolder, "audit-key")
  if (own === secretKey) {
    throw new Error(
      `SECRET_KEY is the key of the audit log, which ${dataFolder} has in audit-key. Set another.`,
    )
  }
  return ringOf([own, ...otherAuditKeys, secretKey, ...config.otherSecretKeys])
}

/** The keys of the audit log by purpose. Errors: those of `openKeyRing`. */
export function openAuditKeys(config: KeyConfig): AuditKeys {
  return auditKeysOf(openAuditRing(config))
}

function ringOf(texts: readonly string[]): KeyRing {
  const [current, ...others] = [...new Set(texts)].map((text) => Buffer.from(text, "base64"))
  if (current === undefined) throw new Error("A key ring needs a key.")
  return createKeyRing(current, ...others)
}

/** The key in this file of the data folder, created on first use. */
function keyInFolder(folder: string, name: string): string {
  const file = join(folder, name)
  const text = (readIfThere(file) ?? makeFile(folder, file)).trim()
  if (!isKey(text)) throw new Error(`${file} must be ${keyForm.must}.`)
  return text
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}

/**
 * Writes another file and then links it, so that processes that start together read the same key.
 */
function makeFile(folder: string, file: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, `${randomBytes(32).toString("base64")}\n`, {
    mode: 0o600,
    flush: true,
  })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file, "utf8")
}
