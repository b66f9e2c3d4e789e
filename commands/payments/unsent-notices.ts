import { UsageError } from "#server/config/command-line.ts"
import {
  listUnsentNotices,
  settleUnsentNotices,
} from "#services/payments/differences/unsent-notices.ts"
import { utcTime } from "../brands/release-words.ts"
import type { DatabaseCommand } from "../command.ts"

/** Lists emails about payments that could not be addressed, and settles them. */
export const unsentNotices: DatabaseCommand = {
  usage: "unsent-notices [CLIENT ACCOUNT --informed]",
  summary: "Lists emails about payments that had no address, or settles those of an account.",
  help: `  --informed  with CLIENT and ACCOUNT: the customer was informed in another way
Each line: since when (UTC), client, account, notice and its id, cents, the reason. Exit code 1 while
one is open. Inform the customer by phone or letter, and correct the address in the account system.`,
  // `--told` is the name of the version before.
  options: { informed: { type: "boolean" }, told: { type: "boolean" } },
  words: [0, 2],
  async work({ words: [client, accountNumber], values }, { database, clock }) {
    const isInformed = values.informed === true || values.told === true
    if (isInformed !== (accountNumber !== undefined) || (client && !accountNumber)) {
      throw new UsageError("Name a client and an account with --informed, or nothing.")
    }
    if (client !== undefined && accountNumber !== undefined) {
      const settled = await settleUnsentNotices(database, { client, accountNumber }, clock.now())
      return { text: `Notices settled: ${settled.length}.`, json: { settled: settled.length } }
    }
    const unsent = await listUnsentNotices(database)
    const lines = unsent.map(({ client: of, subject, amount, detail, at }) =>
      [utcTime(at), of, subject, amount ?? "", detail].join("  "),
    )
    const text = lines.length > 0 ? lines.join("\n") : "Every required email had an address."
    return { text, json: unsent, code: lines.length > 0 ? 1 : 0 }
  },
}
