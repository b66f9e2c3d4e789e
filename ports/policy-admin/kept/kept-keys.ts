import type { Secrets } from "#platform/keys/secrets.ts"
import type { About } from "./keeping.ts"

export type KeptKeys = ReturnType<typeof createKeptKeys>

/** The keyed hashes under which answers are kept: a reader of the table sees no plan number. */
export function createKeptKeys(secrets: Pick<Secrets, "hash">) {
  function number(client: string, kind: "account" | "plan", text: string): Buffer {
    return secrets.hash("kept number", text, client, kind)
  }

  return {
    /** Of a question about one person. */
    read({ client, accountNumber }: About, question: readonly unknown[]): Buffer {
      return secrets.hash("kept read", JSON.stringify(question), client, accountNumber)
    },
    plan: (client: string, policyNumber: string) => number(client, "plan", policyNumber),
    account: (client: string, accountNumber: string) =>
      number(client, "account", plainNumber(accountNumber)),
    /** Of the numbers by which the person is found. */
    numbersOf({ client, accountNumber }: About, policyNumbers: readonly string[]): Buffer[] {
      const plans = policyNumbers.map((policyNumber) => this.plan(client, policyNumber))
      return [this.account(client, accountNumber), ...plans]
    },
  }
}

/** Capitals and separators in an account number do not count. */
function plainNumber(accountNumber: string): string {
  return accountNumber.replace(/[ \-./]/g, "").toUpperCase()
}
