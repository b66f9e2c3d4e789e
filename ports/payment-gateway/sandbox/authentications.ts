import { randomBytes } from "node:crypto"
import type { ChargeRequest } from "../port.ts"
import type { Ledger } from "./ledger.store.ts"
import { Refusal } from "./refusal.ts"
import type { AuthenticationRow, MethodRow } from "./rows.ts"

/** Path prefix of the pages that only the customer's browser opens. */
export const authenticationsPath = "/authentications"

/** The charge, the card to save, or the deposits to an account that a customer must confirm. */
export type ToConfirm =
  | { account: MethodRow }
  | { charge: Pick<ChargeRequest, "key" | "reference" | "amount" | "description"> }
  | { method: MethodRow }

function referenceOf(about: ToConfirm): string {
  if ("charge" in about) return about.charge.reference
  return "account" in about ? about.account.reference : about.method.reference
}

/** Asks customers to confirm on a page of the sandbox's bank (3-D Secure). */
export function createAuthentications(ledger: Ledger) {
  /** Errors: `Refusal` 428 with the page's id while the customer has not answered. */
  function checkAnswered({ id, state, reference }: AuthenticationRow): void {
    if (state === "open") throw new Refusal(428, "authentication_needed", { id, reference })
  }

  return {
    ask(key: string, about: ToConfirm, returnAddress: string): AuthenticationRow {
      const row: AuthenticationRow = {
        id: randomBytes(24).toString("base64url"),
        key,
        reference: referenceOf(about),
        content: JSON.stringify(about),
        returnAddress,
        state: "open",
      }
      ledger.addAuthentication(row)
      return row
    },
    /** The authentication with this key. Errors: those of `checkAnswered`. */
    answered(key: string): AuthenticationRow | undefined {
      const row = ledger.authenticationOf(key)
      if (row) checkAnswered(row)
      return row
    },
    checkAnswered,
    isOpen: (key: string) => ledger.authenticationOf(key)?.state === "open",
    /** Cancels an unanswered authentication; its page then says so. */
    cancel: (key: string) => ledger.endAuthentication({ key }, "canceled"),
    cancelOf: (reference: string) => ledger.endAuthentication({ reference }, "canceled"),

    /** The page's content. Errors: `Refusal` 404. */
    page(id: string) {
      const row = ledger.authentication(id)
      if (!row) throw new Refusal(404, "authentication_unknown")
      const about = JSON.parse(row.content) as ToConfirm
      return { ...row, about }
    },
    /** Stores the customer's answer. Undefined if it was already answered or canceled. */
    answer(id: string, isConfirmed: boolean): ToConfirm | undefined {
      const { about } = this.page(id)
      const state = isConfirmed ? "confirmed" : "refused"
      return ledger.endAuthentication({ id }, state) ? about : undefined
    },
  }
}
