import { UsageError } from "#server/config/command-line.ts"
import {
  allowRefusedCharges,
  listRefusedCharges,
} from "#services/payments/auto-pay/refused-charges.ts"
import { utcTime } from "../brands/release-words.ts"
import type { DatabaseCommand } from "../command.ts"

/** Lists charges that the gateway refuses, and lets auto pay continue. */
export const refusedCharges: DatabaseCommand = {
  usage: "refused-charges [CLIENT --again]",
  summary: "Lists what the payment gateway refuses to charge, or lets auto pay continue.",
  help: `  --again  with CLIENT: auto pay that stopped because the gateway refused our account, or gave an
           unknown reason, continues with the next bill, which it announces
Each line: since when (UTC), the last charge, client, product, cents, the class of the reason and the
gateway's code. Exit code 1 while one is open. Correct the reason at the gateway first.`,
  options: { again: { type: "boolean" } },
  words: [0, 1],
  async work({ words: [client], values: { again } }, { database, clock }) {
    if ((again === true) !== (client !== undefined)) {
      throw new UsageError("Name a client with --again, or nothing.")
    }
    if (client !== undefined) {
      const allowed = await allowRefusedCharges(database, client, clock.now())
      return { text: `Products that auto pay continues to charge: ${allowed}.`, json: { allowed } }
    }
    const refused = await listRefusedCharges(database)
    const lines = refused.map(({ client: of, policyNumber, amount, detail, firstAt, lastAt }) =>
      [utcTime(firstAt), utcTime(lastAt), of, policyNumber, amount, detail].join("  "),
    )
    const text = lines.length > 0 ? lines.join("\n") : "The gateway refuses nothing."
    return { text, json: refused, code: lines.length > 0 ? 1 : 0 }
  },
}
