import { randomBytes } from "node:crypto"
import type { Clock } from "#platform/clock.ts"
import type { BankOwner } from "../port.ts"
import type { Ledger } from "./ledger.store.ts"
import {
  documentedBankName,
  documentedName,
  documentedNumbers,
  documentedRoutingNumber,
} from "./numbers.ts"
import { Refusal } from "./refusal.ts"
import type { BankSessionRow } from "./rows.ts"
import type { IssuedMethod } from "./tokens.ts"

/** Path prefix of the pages on which customers choose an account at their bank. */
export const banksPath = "/banks"

/** The account names from which a customer can choose. */
export const documentedAccounts = documentedNumbers.filter(({ kind }) => kind === "bank")

const sessionMinutes = 15

/** The text that names the customer who may save an account. */
export function ownerOf({ client, accountNumber }: Pick<BankOwner, "client" | "accountNumber">) {
  return `${client} ${accountNumber}`
}

interface Parts {
  ledger: Ledger
  clock: Clock
  /** Makes the token of a method. */
  issue(method: IssuedMethod): string
}

/** The part of the sandbox that verifies accounts at once. */
export function createBanks({ ledger, clock, issue }: Parts) {
  const now = () => clock.now().getTime()

  /** Errors: `Refusal` 404 for an unknown session and one that is too old. */
  function session(id: string): BankSessionRow {
    const row = ledger.bankSession(id, now())
    if (!row) throw new Refusal(404, "bank_session_unknown")
    return row
  }

  return {
    session,
    /** The same key returns the same session. Errors: `Refusal` 409 if it was another owner's. */
    prepare(key: string, { client, accountNumber, returnAddress }: BankOwner): string {
      const owner = ownerOf({ client, accountNumber })
      ledger.dropOldBankSessions(now())
      const row = ledger.bankSessionOf({
        ...{ key, owner, returnAddress },
        id: randomBytes(24).toString("base64url"),
        expiresAt: now() + sessionMinutes * 60_000,
      })
      if (row.owner !== owner) throw new Refusal(409, "key_reused")
      return row.id
    },
    /** A token for the account with this name. Errors: `Refusal` 404. */
    choose(id: string, name: string): { token: string; institution: string; lastFour: string } {
      const { owner } = session(id)
      const account = documentedName(name)
      if (account?.kind !== "bank") throw new Refusal(404, "account_unknown")
      const lastFour = account.number.slice(-4)
      const token = issue({
        kind: "bank",
        cardType: "",
        ...{ name, lastFour, owner },
        holderName: "",
        expirationDate: "",
        institution: documentedBankName,
        maskedRoutingNumber: `*****${documentedRoutingNumber.slice(-4)}`,
      })
      return { token, institution: documentedBankName, lastFour }
    },
  }
}
