import { randomBytes, randomUUID } from "node:crypto"
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createKeyRing, type KeyRing } from "#platform/keys/key-ring.ts"
import type { Config } from "./config.ts"
import { isKey, keyForm } from "./key-text.ts"

/**
 * The installation's key: the configured one, or the one in the file `secret-key` of the data
 * folder, which is created on first use and readable only by its owner.
 *
 * Errors: an `Error` with one line for the operator, if the key is not 32 bytes as base64.
 */
export function readSecretKey(config: Pick<Config, "secretKey" | "dataFolder">): Buffer {
  if (config.secretKey !== undefined) return keyOf(config.secretKey, "SECRET_KEY")
  const file = join(config.dataFolder, "secret-key")
  return keyOf(readIfThere(file) ?? makeFile(config.dataFolder, file), file)
}

/** The installation's keys. Errors: those of `readSecretKey`. */
export function openKeyRing(config: Pick<Config, "secretKey" | "dataFolder">): KeyRing {
  return createKeyRing(readSecretKey(config))
}

function keyOf(text: string, place: string): Buffer {
  const base64 = text.trim()
  if (!isKey(base64)) throw new Error(`${place} must be ${keyForm.must}.`)
  return Buffer.from(base64, "base64")
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}

/** Written to another file and then linked, so that processes that start together read one key. */
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
