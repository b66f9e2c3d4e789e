import { randomBytes } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { isLoopback } from "#platform/http/transport-security.ts"

/** In the data folder that `npm run my-account -- policy-admin` and `npm start` share. */
function tokenFile({ DATA_DIR = ".data" }: NodeJS.ProcessEnv): string {
  return join(DATA_DIR, "policy-admin", "trial-token")
}

/**
 * The token of an account system that is served without `--token`: made at its first start, in a file
 * that its owner alone can read.
 */
export function trialToken(env: NodeJS.ProcessEnv): string {
  const known = readToken(env)
  if (known !== undefined) return known
  const token = randomBytes(24).toString("base64url")
  mkdirSync(dirname(tokenFile(env)), { recursive: true, mode: 0o700 })
  writeFileSync(tokenFile(env), token, { mode: 0o600, flag: "wx" })
  return token
}

/** Adds that token for `npm start` if the account system is on this machine and no other token is set. */
export function withTrialToken(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { POLICY_ADMIN_URL, POLICY_ADMIN_TOKEN, POLICY_ADMIN_TOKEN_URL, NODE_ENV } = env
  const host = URL.parse(POLICY_ADMIN_URL ?? "")?.hostname
  const hasToken = Boolean(POLICY_ADMIN_TOKEN || POLICY_ADMIN_TOKEN_URL)
  if (!host || !isLoopback(host) || hasToken || NODE_ENV === "production") return env
  const token = readToken(env)
  return token === undefined ? env : { ...env, POLICY_ADMIN_TOKEN: token }
}

function readToken(env: NodeJS.ProcessEnv): string | undefined {
  try {
    return readFileSync(tokenFile(env), "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}
