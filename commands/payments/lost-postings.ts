import { dollarsOf } from "#contracts/money.ts"
import { readDate } from "#contracts/outside-dates.ts"
import { UsageError } from "#server/config/command-line.ts"
import {
  findLostArrangements,
  type LostArrangement,
} from "#services/payments/reconciliation/lost-arrangements.ts"
import {
  findLostPostings,
  type PostedAgain,
  type PostingsNow,
  postAgain,
} from "#services/payments/reconciliation/lost-postings.ts"
import type { PostingPair } from "#services/payments/reconciliation/posting-differences.ts"
import { utcTime } from "../brands/release-words.ts"
import type { DatabaseCommand } from "../command.ts"
import { brandsOf, checkClient, withAccountSystem } from "../ledger/brands-of.ts"

/** Posts again what the account system of a client has lost. */
export const lostPostings: DatabaseCommand = {
  usage: "lost-postings CLIENT [--from YYYY-MM-DD] [--apply]",
  summary: "Lists what the account system of a client has lost, or posts it again.",
  help: `  --from YYYY-MM-DD  the first business day to compare; 35 days ago by default
  --apply            posts what is missing again, oldest first; without it, nothing is written
It posts payments, credits and returns, refunds and reversals of them, each under its original key, and only what the
account system holds neither under its id nor under the confirmation number. It stops if the account
system holds more than My Account. Auto pay and skipped debits are only listed: ask the customer, who
may have changed them by phone. The same command may be repeated, and run twice at once.
Exit code 1 while something is missing, differs or has to be asked.`,
  options: { from: { type: "string" }, apply: { type: "boolean" } },
  words: [1, 1],
  async work({ words: [client = ""], values: { from, apply } }, place) {
    await checkClient(place, client)
    const since = dayOf(from)
    return await withAccountSystem(place, async (policyAdmin) => {
      const { database, config, clock } = place
      const brands = brandsOf(database, config, clock)
      const deps = { database, policyAdmin, brands, clock }
      const today = await brands.todayOf(client)
      if (since && Temporal.PlainDate.compare(since, today) > 0) {
        throw new UsageError(`--from ${since} is after today, ${today}.`)
      }
      const before = await findLostPostings(deps, client, since)
      const isMore = before.excess > 0
      const posted = apply && !isMore ? await postAgain(deps, client, before) : undefined
      const after =
        posted && !posted.isAway ? await findLostPostings(deps, client, since) : undefined
      const start = startOf(before)
      const toAsk = posted?.isAway ? [] : await findLostArrangements(deps, client, start)
      const now = after ?? before
      const isHeld = now.lost.length === 0 && now.smaller.length === 0 && now.excess === 0
      const isDone = isHeld && toAsk.length === 0
      return {
        text: textOf(client, { before, posted, after, toAsk }),
        json: { client, before, posted: posted ?? null, after: after ?? null, toAsk },
        code: isDone && !posted?.isAway ? 0 : 1,
      }
    })
  },
}

/** Errors: `UsageError`. */
function dayOf(typed: unknown): Temporal.PlainDate | undefined {
  if (typeof typed !== "string") return undefined
  const day = readDate(typed)
  if (day !== undefined) return Temporal.PlainDate.from(day)
  throw new UsageError(`--from must be a date such as 2026-03-31, not '${typed}'.`)
}

function startOf({ from, timeZone }: PostingsNow): Date {
  return new Date(Temporal.PlainDate.from(from).toZonedDateTime(timeZone).epochMilliseconds)
}

interface Found {
  before: PostingsNow
  posted: PostedAgain | undefined
  after: PostingsNow | undefined
  toAsk: LostArrangement[]
}

function textOf(client: string, { before, posted, after, toAsk }: Found): string {
  const { from, to, timeZone } = before
  const now = after ?? before
  return [
    `Postings of ${client}, ${from} to ${to}, days of ${timeZone}`,
    ...section("Missing in the account system:", before.lost.map(lineOf)),
    ...section(
      "Held in another way (under the confirmation number, or among the entries of the product), not posted again:",
      before.heldOtherwise.map(lineOf),
    ),
    ...section("Held with a smaller amount; correct it there:", now.smaller.map(pairLine)),
    ...(before.excess > 0
      ? section("Held there, and not here or with less:", before.beyond.map(pairLine))
      : beyondLine(before)),
    ...section("Refused by the account system:", (posted?.refused ?? []).map(refusedLine)),
    ...section("Answered, and still missing:", (after?.lost ?? []).map(lineOf)),
    ...section("Ask the customer, and change it with them:", toAsk.map(askLine)),
    "",
    `Before: here ${sumIn(before.ours)}, account system ${sumIn(before.theirs)}`,
    ...(after ? [`After:  here ${sumIn(after.ours)}, account system ${sumIn(after.theirs)}`] : []),
    ending(before, posted),
  ].join("\n")
}

function ending({ lost, excess }: PostingsNow, posted: PostedAgain | undefined): string {
  if (excess > 0) {
    return "Nothing was posted: the account system holds more than My Account. Find out why first."
  }
  if (posted?.isAway) {
    return `The account system stopped answering after ${posted.answered} of ${lost.length}. Run the command again.`
  }
  if (posted) return `Posted again: ${posted.answered}.`
  return lost.length === 0 ? "Nothing is missing." : "Nothing was posted. --apply posts it again."
}

function beyondLine({ beyond, excess }: PostingsNow): string[] {
  if (beyond.length === 0) return []
  return ["", `Held there, and not here: ${beyond.length}, together ${dollarsOf(excess)}`]
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines]
}

type Line = PostingsNow["lost"][number]

function lineOf({ on, kind, amount, policyNumber, confirmationNumber, id }: Line): string {
  return [on, kind, dollarsOf(amount), policyNumber, confirmationNumber || "-", id].join("  ")
}

function refusedLine({ posting, detail }: PostedAgain["refused"][number]): string {
  return `${lineOf(posting)}  ${detail}`
}

function pairLine({ key, own, other }: PostingPair): string {
  const cents = (amount = 0) => dollarsOf(amount)
  return `${(own ?? other)?.on}  ${key}: here ${cents(own?.amount)}, there ${cents(other?.amount)}`
}

function askLine({ askedAt, policyNumber, ours, theirs }: LostArrangement): string {
  return `${utcTime(askedAt)}  ${policyNumber}: here ${ours}; there ${theirs}`
}

function sumIn({ amount, count }: PostingsNow["ours"]): string {
  return `${dollarsOf(amount)} (${count})`
}
