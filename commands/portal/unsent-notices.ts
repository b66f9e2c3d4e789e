import { UsageError } from "#server/config/command-line.ts"
import { listUnsentNotices, settleUnsentNotices } from "#services/payments/paying/unsent-notices.ts"
import { utcTime } from "./release-words.ts"
import type { DatabaseSubcommand } from "./subcommand.ts"

/** Lists emails about payments that could not be addressed, and settles them. */
export const unsentNotices: DatabaseSubcommand = {
  usage: "untold-notices [CLIENT ACCOUNT]",
  summary: "Lists emails about payments that had no address, or settles those of an account.",
  help: `  --told  with CLIENT and ACCOUNT: the customer was informed in another way
Each line: since when (UTC), client, account, notice and its id, cents, the reason. Exit code 1 while
one is open. Inform the customer by phone or letter, and correct the address in the account system.`,
  options: { told: { type: "boolean" } },
  words: [0, 2],
  async work({ words: [client, accountNumber], values: { told } }, { database, clock }) {
    if ((told === true) !== (accountNumber !== undefined) || (client && !accountNumber)) {
      throw new UsageError("Name a client and an account with --told, or nothing.")
    }
    if (client !== undefined && accountNumber !== undefined) {
      const settled = await settleUnsentNotices(database, { client, accountNumber }, clock.now())
      return { text: `Notices settled: ${settled.length}.`, json: { settled: settled.length } }
    }
    const untold = await listUnsentNotices(database)
    const lines = untold.map(({ client: of, subject, amount, detail, at }) =>
      [utcTime(at), of, subject, amount ?? "", detail].join("  "),
    )
    const text = lines.length > 0 ? lines.join("\n") : "Every required email had an address."
    return { text, json: untold, code: lines.length > 0 ? 1 : 0 }
  },
}
