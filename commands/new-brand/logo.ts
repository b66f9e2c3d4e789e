import { readFileSync } from "node:fs"
import { basename, extname } from "node:path"
import type { Problem } from "#platform/files/problems.ts"
import { readAssets } from "#services/brands/loading/asset-files.ts"
import { pictureFault } from "#services/brands/readiness/pictures.ts"

/** A logo file from the author. */
export interface Logo {
  /** Its name in assets/, such as "logo.png". */
  name: string
  body: Buffer
}

/** Reads a logo file. Errors: one line with the reason why the file cannot be a logo. */
export function readLogo(path: string): Logo {
  const name = `logo${extname(path).toLowerCase().replace(".jpeg", ".jpg")}`
  const body = bytesOf(path)
  const problems: Problem[] = []
  readAssets([{ file: path, name, body }], problems)
  const fault = problems[0]?.reason ?? pictureFault(name, body)?.reason
  if (fault !== undefined) throw new Error(`${basename(path)} ${fault}.`)
  return { name, body }
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === "ENOENT" ? "There is no file" : `The system refuses (${code}) to read`
    throw new Error(`${reason} ${path}.`, { cause: error })
  }
}
