import type { Secrets } from "#platform/keys/secrets.ts"
import type { About } from "./answer-cache.ts"

export type CacheKeys = ReturnType<typeof createCacheKeys>

/** The keyed hashes under which answers are kept: a reader of the table sees no plan number. */
export function createCacheKeys(secrets: Pick<Secrets, "hash" | "hashes">) {
  function number(client: string, kind: "account" | "plan", text: string): Buffer {
    return secrets.hash("kept number", text, client, kind)
  }

  return {
    /** Of a question about one person. */
    read({ client, accountNumber }: About, question: readonly unknown[]): Buffer {
      return secrets.hash("kept read", JSON.stringify(question), client, accountNumber)
    },
    /** The same with each key: an answer may have been kept before the keys rotated. */
    reads({ client, accountNumber }: About, question: readonly unknown[]): Buffer[] {
      return secrets.hashes("kept read", JSON.stringify(question), client, accountNumber)
    },
    /** Of a plan number, with each key. */
    plans: (client: string, policyNumber: string) =>
      secrets.hashes("kept number", policyNumber, client, "plan"),
    /** Of an account number, with each key. */
    accounts: (client: string, accountNumber: string) =>
      secrets.hashes("kept number", plainNumber(accountNumber), client, "account"),
    /** Of the numbers by which the person is found. */
    numbersOf({ client, accountNumber }: About, policyNumbers: readonly string[]): Buffer[] {
      const plans = policyNumbers.map((policyNumber) => number(client, "plan", policyNumber))
      return [number(client, "account", plainNumber(accountNumber)), ...plans]
    },
  }
}

/** Capitals and separators in an account number do not count. */
function plainNumber(accountNumber: string): string {
  return accountNumber.replace(/[ \-./]/g, "").toUpperCase()
}
