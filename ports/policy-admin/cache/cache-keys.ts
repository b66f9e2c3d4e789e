import type { Secrets } from "#platform/keys/secrets.ts"
import type { About } from "./answer-cache.ts"

export type CacheKeys = ReturnType<typeof createCacheKeys>

/**
 * The keyed hashes under which answers are cached, so that a reader of the table sees no plan
 * number.
 */
export function createCacheKeys(secrets: Pick<Secrets, "hash" | "hashes">) {
  function number(client: string, kind: "account" | "plan", text: string): Buffer {
    return secrets.hash("kept number", text, client, kind)
  }

  return {
    /** The hash of a question about one person. */
    read({ client, accountNumber }: About, question: readonly unknown[]): Buffer {
      return secrets.hash("kept read", JSON.stringify(question), client, accountNumber)
    },
    /**
     * The hashes of the question with each key, because an answer may have been cached before the
     * keys rotated.
     */
    reads({ client, accountNumber }: About, question: readonly unknown[]): Buffer[] {
      return secrets.hashes("kept read", JSON.stringify(question), client, accountNumber)
    },
    /** The hashes of a plan number with each key. */
    plans: (client: string, policyNumber: string) =>
      secrets.hashes("kept number", policyNumber, client, "plan"),
    /** The hashes of an account number with each key. */
    accounts: (client: string, accountNumber: string) =>
      secrets.hashes("kept number", plainNumber(accountNumber), client, "account"),
    /** The hashes of the numbers by which staff find the person. */
    numbersOf({ client, accountNumber }: About, policyNumbers: readonly string[]): Buffer[] {
      const plans = policyNumbers.map((policyNumber) => number(client, "plan", policyNumber))
      return [number(client, "account", plainNumber(accountNumber)), ...plans]
    },
  }
}

/** The account number without capitals and separators, which are ignored. */
function plainNumber(accountNumber: string): string {
  return accountNumber.replace(/[ \-./]/g, "").toUpperCase()
}
