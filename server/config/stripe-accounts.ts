import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { readJson } from "#platform/files/json-file.ts"
import type { Problem } from "#platform/files/problems.ts"
import { fileFault } from "./settings/forms.ts"

function secret(...beginnings: string[]) {
  const must = `must begin with ${beginnings.join(" or ")}`
  return z.string().regex(new RegExp(`^(${beginnings.join("|")})[\\x21-\\x7e]+$`), must)
}

const file = z.strictObject({
  secretKey: secret("sk_", "rk_"),
  publishableKey: secret("pk_"),
  webhookSecrets: z
    .array(secret("whsec_"))
    .min(1, "must hold a secret")
    .max(2, "must hold at most two secrets: the earlier one and the new one"),
  /** Whether customers can sign in to their bank; false if absent. */
  hasInstantBank: z.boolean().optional(),
})

/** A client's own account with Stripe. */
export type StripeAccount = z.output<typeof file> & { account: string }

/**
 * Reads the operator's folder with a file for each account, which the account's id names.
 *
 * Errors: an `Error` with a line for each mistake. No line repeats a key or a secret.
 */
export function readStripeAccounts(folder: string): StripeAccount[] {
  const problems: string[] = []
  const accounts = namesIn(folder).flatMap((name) => {
    const path = join(folder, name)
    const account = /^(acct_[A-Za-z0-9]{1,60})\.json$/.exec(name)?.[1]
    if (account === undefined) {
      problems.push(`${path}  is not named after an account, such as acct_1A2b3C4d5E6f7G8h.json`)
      return []
    }
    const settings = settingsIn(path, problems)
    return settings ? [{ ...settings, account }] : []
  })
  const keys = new Set<string>()
  for (const { account, secretKey } of accounts) {
    if (keys.has(secretKey)) problems.push(`${account}  has the secretKey of another account`)
    keys.add(secretKey)
  }
  if (problems.length === 0) return accounts
  throw new Error(`STRIPE_ACCOUNTS_DIR cannot be used.\n${problems.join("\n")}`)
}

/** Container engines mount files through hidden entries beside them. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith("."))
      .toSorted()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const fault = code === "ENOTDIR" ? "is not a folder" : fileFault(error)
    throw new Error(`STRIPE_ACCOUNTS_DIR names ${folder}, which ${fault}.`, { cause: error })
  }
}

/** The permissions of the group and of all other users. */
const ofOthers = 0o077

function settingsIn(path: string, lines: string[]): z.output<typeof file> | undefined {
  try {
    if ((statSync(path).mode & ofOthers) !== 0) {
      lines.push(`${path}  may be used by other users than its owner. Run: chmod 600 ${path}`)
      return undefined
    }
    const problems: Problem[] = []
    const settings = readJson({ file: path, text: readFileSync(path, "utf8") }, file, problems)
    lines.push(...problems.map(({ line, reason }) => `${path}:${line}  ${reason}`))
    return settings
  } catch (error) {
    lines.push(`${path}  ${fileFault(error)}`)
    return undefined
  }
}
