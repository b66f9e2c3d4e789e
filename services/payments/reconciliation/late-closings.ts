import type { Queries } from "#database/sql.ts"
import type { PaymentMetrics } from "#platform/http/payment-metrics.ts"
import type { Deps } from "#services/deps.ts"
import { resolveStanding, writeStanding } from "../differences/standing-differences.store.ts"

interface Owner {
  client: string
  accountNumber: string
}

/**
 * Lists late events that report an account as closed although a product of it is active, for a
 * person to decide.
 */
export function createLateClosings(
  { clock, log }: Pick<Deps, "clock" | "log">,
  { differences }: Pick<PaymentMetrics, "differences">,
) {
  const differenceOf = ({ client, accountNumber }: Owner) =>
    ({ kind: "lateClosing", client, subject: `account ${accountNumber}` }) as const

  return {
    /** `at`: when the account system closed the account. */
    async list(tx: Queries, owner: Owner, at: Date): Promise<void> {
      const isNew = await writeStanding(tx, differenceOf(owner), { at }, clock.now())
      if (!isNew) return
      const { client } = owner
      log.error(
        { client },
        "A late event reports that an account was closed, but the account has an active product.",
      )
      differences.inc({ kind: "lateClosing" })
    },

    /** Resolves them because a later event decides the state of the account. */
    async resolve(tx: Queries, owner: Owner): Promise<void> {
      await resolveStanding(tx, differenceOf(owner), clock.now())
    },
  }
}
