import { dollarsOf } from "#contracts/money.ts"
import { openDatabase } from "#database/open.ts"
import { systemClock } from "#platform/clock.ts"
import { counted } from "#platform/text/words.ts"
import { earlier } from "#platform/time.ts"
import type { Config } from "#server/config/config.ts"
import { openPaymentsAlone } from "#server/payments-alone.ts"
import { markReconciled } from "#server/restored.store.ts"
import { completeHold, withOwner } from "./hold.ts"

/**
 * The overlap covers differences between clocks, and that a payment is recorded before it is
 * charged.
 */
const overlapHours = 24

/**
 * Records the payments that the gateway made since the backup of the database on hold, and compares
 * both. Returns whether all of the gateway's payments are recorded. It may be repeated.
 *
 * Errors: an `Error` if the database is not on hold, or the gateway or the account system is
 * unavailable.
 */
export async function reconcile(config: Config, out: (line: string) => void): Promise<boolean> {
  // The serving role may read the hold only of a completely restored database.
  const { backupAt } = await withOwner(config, completeHold)
  const database = await openDatabase(config.database)
  try {
    const log = {
      info() {},
      warn() {},
      error: (facts: object, text: string) => out(told(facts, text)),
    }
    const { payments, close } = await openPaymentsAlone({
      ...{ config, database, clock: systemClock, log },
    })
    try {
      const lost = await payments.lost.record(earlier(backupAt, { hours: overlapHours }))
      const { asked, changed, differences } = await payments.sweep.run()
      out(`Payments since ${backupAt.toISOString()} that the gateway knows and the backup did not:`)
      out(`  ${lost.recorded} recorded, of ${dollarsOf(lost.amount)}; ${lost.known} were there.`)
      out(`  ${counted(asked, "payment")} asked about, ${changed} of them brought up to date.`)
      out(
        `  ${counted(differences, "difference")} between the gateway, the account system and the payments.`,
      )
      for (const { reference, amount, why } of lost.left) {
        out(`  NOT recorded: ${reference}, ${dollarsOf(amount)}: ${why}.`)
      }
      await markReconciled(database, new Date())
      return lost.left.length === 0
    } finally {
      await close()
    }
  } finally {
    await database.close()
  }
}

function told(facts: object, text: string): string {
  return `${text} ${JSON.stringify(facts)}`
}
