import {
  listPostingFailures,
  retryPostingFailures,
} from "#services/payments/paying/posting-failures.ts"
import { utcTime } from "../brands/release-words.ts"
import type { DatabaseCommand } from "../command.ts"

/** Lists postings that the account system refuses, and tries them again. */
export const failedPostings: DatabaseCommand = {
  usage: "failed-postings [--retry]",
  summary: "Lists what the account system refuses to post, or posts it again.",
  help: `  --retry  posts it again
Each line: since when (UTC), the last try, client, what is posted, cents, the answer of the account
system. Exit code 1 while something is refused. Correct the reason in the account system, then use
--retry: a running server posts within seconds. Without it, each is tried again within an hour.`,
  options: { retry: { type: "boolean" } },
  async work({ values: { retry } }, { database, clock }) {
    if (retry === true) {
      const tried = await retryPostingFailures(database, clock.now())
      const text = `Postings that are tried again now: ${tried.length}.`
      return { text, json: { retried: tried.length } }
    }
    const refused = await listPostingFailures(database)
    const lines = refused.map(({ client, subject, amount, detail, firstAt, lastAt }) =>
      [utcTime(firstAt), utcTime(lastAt), client, subject, amount, detail].join("  "),
    )
    const text = lines.length > 0 ? lines.join("\n") : "The account system refuses nothing."
    return { text, json: refused, code: lines.length > 0 ? 1 : 0 }
  },
}
